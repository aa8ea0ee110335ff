// 20000 writes of one byte each.
// expect-stdout-hash: sha256:572cd45858687d34bab81db74397415d5dd50ee775369b8ef9e0bae7df72e73e 20000
#include <unistd.h>

int main(void) {
  for (int i = 0; i < 20000; i++) {
    char byte = (char)(i % 80 == 79 ? '\n' : 'a' + i % 23);
    if (write(1, &byte, 1) != 1) {
      return 1;
    }
  }
  return 0;
}
