// Opens a file outside by every call and every way to say where a name starts.
// test-revisions: openat openat2 openat2_short openat2_null openat2_beneath openat2_in_root openat2_no_links openat2_no_crossing openat2_no_magic openat2_cached path_only folder_only nameless made from_folder from_deep_folder from_path_folder from_scratch after_chdir from_top absolute_with_folder bad_descriptor from_file from_pipe from_removed after_removal descriptor_link device_link stdin_device
// test-args[rev:openat]: openat
// test-args[rev:openat2]: openat2
// test-args[rev:openat2_short]: openat2_short
// test-args[rev:openat2_null]: openat2_null
// test-args[rev:openat2_beneath]: openat2_beneath
// test-args[rev:openat2_in_root]: openat2_in_root
// test-args[rev:openat2_no_links]: openat2_no_links
// test-args[rev:openat2_no_crossing]: openat2_no_crossing
// test-args[rev:openat2_no_magic]: openat2_no_magic
// test-args[rev:openat2_cached]: openat2_cached
// test-args[rev:path_only]: path_only
// test-args[rev:folder_only]: folder_only
// test-args[rev:nameless]: nameless
// test-args[rev:made]: made
// test-args[rev:from_folder]: from_folder
// test-args[rev:from_deep_folder]: from_deep_folder
// test-args[rev:from_path_folder]: from_path_folder
// test-args[rev:from_scratch]: from_scratch
// test-args[rev:after_chdir]: after_chdir
// test-args[rev:from_top]: from_top
// test-args[rev:absolute_with_folder]: absolute_with_folder
// test-args[rev:bad_descriptor]: bad_descriptor
// test-args[rev:from_file]: from_file
// test-args[rev:from_pipe]: from_pipe
// test-args[rev:from_removed]: from_removed
// test-args[rev:after_removal]: after_removal
// test-args[rev:descriptor_link]: descriptor_link
// test-args[rev:device_link]: device_link
// test-args[rev:stdin_device]: stdin_device
// expect-stdout:
// expect-refused[rev:openat]: open /etc/shadow
// expect-refused[rev:openat2]: open /etc/shadow
// expect-refused[rev:openat2_short]: open /etc/shadow
// expect-refused[rev:openat2_null]: open /etc/shadow
// expect-refused[rev:openat2_beneath]: open ../etc/shadow
// expect-refused[rev:openat2_in_root]: open /etc/shadow
// expect-refused[rev:openat2_no_links]: open /etc/shadow
// expect-refused[rev:openat2_no_crossing]: open /etc/shadow
// expect-refused[rev:openat2_no_magic]: open /etc/shadow
// expect-refused[rev:openat2_cached]: open /etc/shadow
// expect-refused[rev:path_only]: open /etc/shadow
// expect-refused[rev:folder_only]: open /etc
// expect-refused[rev:nameless]: open /etc
// expect-refused[rev:made]: open /etc/attack
// expect-refused[rev:from_folder]: open ../etc/shadow
// expect-refused[rev:from_deep_folder]: open ../../etc/shadow
// expect-refused[rev:from_path_folder]: open ../etc/shadow
// expect-refused[rev:from_scratch]: open ../etc/shadow
// expect-refused[rev:after_chdir]: open ../../etc/shadow
// expect-refused[rev:from_top]: open etc/shadow
// expect-refused[rev:absolute_with_folder]: open /etc/shadow
// expect-stdout[rev:bad_descriptor]: bad_descriptor: errno 9
// expect-report[rev:bad_descriptor]: exit 3
// expect-stdout[rev:from_file]: from_file: errno 20
// expect-report[rev:from_file]: exit 3
// expect-stdout[rev:from_pipe]: from_pipe: errno 20
// expect-report[rev:from_pipe]: exit 3
// expect-refused[rev:from_removed]: open ../../etc/shadow
// expect-refused[rev:after_removal]: open ../../etc/shadow
// expect-refused[rev:descriptor_link]: open /proc/self/fd/1
// expect-refused[rev:device_link]: open /dev/fd/1
// expect-refused[rev:stdin_device]: open /dev/stdin
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

// The kernel's struct open_how, and its RESOLVE_*.
struct how {
  uint64_t flags, mode, resolve;
};
enum { kNoCrossing = 1, kNoMagic = 2, kNoLinks = 4, kBeneath = 8, kInRoot = 16, kCached = 32 };

static long openat2(int folder, const char* path, uint64_t resolve) {
  const struct how how = {O_RDONLY, 0, resolve};
  return syscall(SYS_openat2, folder, path, &how, sizeof how);
}

static long by(const char* way) {
  static const char kOut[] = "/etc/shadow";
  const int here = open(".", O_RDONLY | O_DIRECTORY);
  int ends[2];
  if (is(way, "openat2")) {
    return openat2(AT_FDCWD, kOut, 0);
  }
  if (is(way, "openat2_short")) {
    const struct how how = {O_RDONLY, 0, 0};
    return syscall(SYS_openat2, AT_FDCWD, kOut, &how, 8);
  }
  if (is(way, "openat2_null")) {
    return syscall(SYS_openat2, AT_FDCWD, kOut, NULL, sizeof(struct how));
  }
  if (is(way, "openat2_beneath")) {
    return openat2(here, "../etc/shadow", kBeneath);
  }
  if (is(way, "openat2_in_root")) {
    return openat2(AT_FDCWD, kOut, kInRoot);
  }
  if (is(way, "openat2_no_links")) {
    return openat2(AT_FDCWD, kOut, kNoLinks);
  }
  if (is(way, "openat2_no_crossing")) {
    return openat2(AT_FDCWD, kOut, kNoCrossing);
  }
  if (is(way, "openat2_no_magic")) {
    return openat2(AT_FDCWD, kOut, kNoMagic);
  }
  if (is(way, "openat2_cached")) {
    return openat2(AT_FDCWD, kOut, kCached);
  }
  if (is(way, "path_only")) {
    return open(kOut, O_PATH);
  }
  if (is(way, "folder_only")) {
    return open("/etc", O_PATH | O_DIRECTORY);
  }
  if (is(way, "nameless")) {
    return open("/etc", O_TMPFILE | O_RDWR, 0600);
  }
  if (is(way, "made")) {
    return open("/etc/attack", O_CREAT | O_WRONLY | O_EXCL, 0600);
  }
  if (is(way, "from_folder")) {
    return openat(here, "../etc/shadow", O_RDONLY);
  }
  if (is(way, "from_deep_folder")) {
    mkdir("attack-folder", 0700);
    return openat(open("attack-folder", O_RDONLY), "../../etc/shadow", O_RDONLY);
  }
  if (is(way, "from_path_folder")) {
    return openat(open("/src", O_PATH), "../etc/shadow", O_RDONLY);
  }
  if (is(way, "from_scratch")) {
    return openat(open("/tmp", O_RDONLY), "../etc/shadow", O_RDONLY);
  }
  if (is(way, "after_chdir")) {
    if (mkdir("attack-folder", 0700) != 0 || chdir("attack-folder") != 0) {
      return -1;
    }
    return open("../../etc/shadow", O_RDONLY);
  }
  if (is(way, "from_top")) {  // chdir asks nobody; what is opened from there does
    return chdir("/") == 0 ? open("etc/shadow", O_RDONLY) : -1;
  }
  if (is(way, "absolute_with_folder")) {
    return openat(here, kOut, O_RDONLY);
  }
  if (is(way, "bad_descriptor")) {
    return openat(63, "etc/shadow", O_RDONLY);
  }
  if (is(way, "from_file")) {
    return openat(open("attack", O_CREAT | O_RDWR, 0600), "x", O_RDONLY);
  }
  if (is(way, "from_pipe")) {
    return pipe(ends) == 0 ? openat(ends[0], "../etc/shadow", O_RDONLY) : -1;
  }
  if (is(way, "from_removed") || is(way, "after_removal")) {
    int folder;
    if (mkdir("attack-folder", 0700) != 0 ||
        (folder = open("attack-folder", O_RDONLY | O_DIRECTORY)) < 0 || fchdir(folder) != 0 ||
        rmdir("../attack-folder") != 0) {
      return -1;
    }
    return openat(is(way, "from_removed") ? folder : AT_FDCWD, "../../etc/shadow", O_RDONLY);
  }
  if (is(way, "descriptor_link")) {
    return open("/proc/self/fd/1", O_WRONLY);
  }
  if (is(way, "device_link")) {
    return open("/dev/fd/1", O_WRONLY);
  }
  if (is(way, "stdin_device")) {
    return open("/dev/stdin", O_RDONLY);
  }
  return openat(AT_FDCWD, kOut, O_RDONLY);
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "openat";
  if (!in_a_box()) {
    return 2;
  }
  const long fd = by(way);
  if (fd >= 0) {
    printf("ESCAPED: %s\n", way);
    return 0;
  }
  printf("%s: errno %d\n", way, errno);
  return 3;
}
