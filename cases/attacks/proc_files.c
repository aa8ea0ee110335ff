// Reaches for memory, programs and the host through /proc: the box has none, and the name is
// refused as the program wrote it.
// expect-stdout:
// test-revisions: exe memory thread_memory root folder descriptors stdin parent_memory environment mounts sysrq namespaces maps core_pattern randomize kcore keys symbols out_of_memory top cgroup by_dots
// test-args[rev:exe]: w /proc/self/exe
// test-args[rev:memory]: w /proc/self/mem
// test-args[rev:thread_memory]: w /proc/thread-self/mem
// test-args[rev:root]: r /proc/1/root/etc/passwd
// test-args[rev:folder]: r /proc/1/cwd/etc/shadow
// test-args[rev:descriptors]: r /proc/self/fd
// test-args[rev:stdin]: w /proc/self/fd/0
// test-args[rev:parent_memory]: w /proc/1/mem
// test-args[rev:environment]: r /proc/1/environ
// test-args[rev:mounts]: r /proc/self/mountinfo
// test-args[rev:sysrq]: r /proc/sysrq-trigger
// test-args[rev:namespaces]: r /proc/self/ns/user
// test-args[rev:maps]: w /proc/self/uid_map
// test-args[rev:core_pattern]: r /proc/sys/kernel/core_pattern
// test-args[rev:randomize]: r /proc/sys/kernel/randomize_va_space
// test-args[rev:kcore]: r /proc/kcore
// test-args[rev:keys]: r /proc/keys
// test-args[rev:symbols]: r /proc/kallsyms
// test-args[rev:out_of_memory]: w /proc/self/oom_score_adj
// test-args[rev:top]: r /proc
// test-args[rev:cgroup]: w /sys/fs/cgroup/cgroup.procs
// test-args[rev:by_dots]: r /src/../proc/self/mem
// expect-refused[rev:exe]: open /proc/self/exe
// expect-refused[rev:memory]: open /proc/self/mem
// expect-refused[rev:thread_memory]: open /proc/thread-self/mem
// expect-refused[rev:root]: open /proc/1/root/etc/passwd
// expect-refused[rev:folder]: open /proc/1/cwd/etc/shadow
// expect-refused[rev:descriptors]: open /proc/self/fd
// expect-refused[rev:stdin]: open /proc/self/fd/0
// expect-refused[rev:parent_memory]: open /proc/1/mem
// expect-refused[rev:environment]: open /proc/1/environ
// expect-refused[rev:mounts]: open /proc/self/mountinfo
// expect-refused[rev:sysrq]: open /proc/sysrq-trigger
// expect-refused[rev:namespaces]: open /proc/self/ns/user
// expect-refused[rev:maps]: open /proc/self/uid_map
// expect-refused[rev:core_pattern]: open /proc/sys/kernel/core_pattern
// expect-refused[rev:randomize]: open /proc/sys/kernel/randomize_va_space
// expect-refused[rev:kcore]: open /proc/kcore
// expect-refused[rev:keys]: open /proc/keys
// expect-refused[rev:symbols]: open /proc/kallsyms
// expect-refused[rev:out_of_memory]: open /proc/self/oom_score_adj
// expect-refused[rev:top]: open /proc
// expect-refused[rev:cgroup]: open /sys/fs/cgroup/cgroup.procs
// expect-refused[rev:by_dots]: open /src/../proc/self/mem
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "attack.h"

int main(int argc, char** argv) {
  const char* path = argc > 2 ? argv[2] : "/proc/self/exe";
  const int writing = argc > 1 && is(argv[1], "w");
  const int fd = open(path, (writing ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
  if (fd >= 0) {
    printf("ESCAPED: opened %s\n", path);
    close(fd);
    return 0;
  }
  printf("open %s: errno %d\n", path, errno);
  return 3;
}
