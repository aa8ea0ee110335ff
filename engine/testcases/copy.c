// Copies stdin to stdout.
#include <unistd.h>

int main(void) {
  char buffer[4096];
  ssize_t n;
  while ((n = read(0, buffer, sizeof buffer)) > 0) {
    for (ssize_t done = 0, k; done < n; done += k) {
      if ((k = write(1, buffer + done, n - done)) < 0) {
        return 1;
      }
    }
  }
  return n == 0 ? 0 : 2;
}
