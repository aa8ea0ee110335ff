// A child makes a refused call; its parent waits for it and says so: nothing may be heard.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  if (fork() == 0) {
    open("/etc/shadow", O_RDONLY);
    _exit(0);
  }
  wait(NULL);
  return write(1, "went on\n", 8) == 8 ? 0 : 1;
}
