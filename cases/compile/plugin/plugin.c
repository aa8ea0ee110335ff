/* Code that runs inside the compiler, as soon as the compiler loads it. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void inside_the_compiler(void) {
  int fd = open("/etc/shadow", O_RDONLY);
  if (fd >= 0) {
    fputs("ESCAPED: the plugin opened /etc/shadow\n", stderr);
    close(fd);
  }
}

int plugin_is_GPL_compatible;
int plugin_init(void* info, void* version);
int plugin_init(void* info, void* version) {
  (void)info;
  (void)version;
  return 0;
}
