// The op list that builds the tree, in the order the kernel wants it:
// clones of the host's trees while they can be reached, a tmpfs laid over "/proc", its part `root`
// over "/", everything moved into that by descriptor, pivot_root(".", "."), the old root and with
// it the whole tmpfs detached. The box sees three parts of that tmpfs, each a mount of its own.
//
// A renewed tree is built in the same way, beside the one that stands: its mounts of the host move
// over, and what is then let go is the tree of the box before, with all that was written.
#include <fcntl.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <set>

#include "plan/ops.h"

namespace sbx::plan {
namespace {

// A tmpfs of N MiB holds at most this many files per MiB: a flood of empty files ends in ENOSPC.
constexpr std::uint64_t kInodesPerMib = 1024;
// Mounts that are nowhere attached, each a mount namespace to the kernel.
constexpr const char* kMostWhileRenewed = "16";

class TreeWriter {
 public:
  TreeWriter(Plan& plan, Writer& w, const Request& request, const HostFacts& facts, Purpose purpose)
      : plan_(plan),
        w_(w),
        request_(request),
        facts_(facts),
        renews_(purpose == Purpose::renew),
        lasts_(renews_ || purpose == Purpose::keep) {}

  void write() {
    if (renews_) {
      limit_mounts(kMostWhileRenewed);
    } else if (!facts_.root) {
      clone_sources();
    }
    const int proc = request_.proc ? new_proc() : kNoSlot;
    scratch_ = tmpfs();
    for (const char* dir : {"root", "upper", "work", "tmp", "out"}) {
      make_folder(scratch_, dir, std::string(dir) == "tmp" ? 01777 : 0755);
    }
    // Below the old root it goes when that goes: closed as a detached mount it would cost a grace
    // period of its own. Before 6.15 parts of a detached mount cannot be cloned either. Over /proc,
    // which nothing needs any more; over "/" it, not the host's root, would be what is let go.
    lay_over(renews_ ? "/tmp" : "/proc", scratch_, "the box's tmpfs");
    root_ = part_of_scratch("root", "the box's root");
    mount_points();
    lay_over("/", root_, "the box's root");
    for (const Source& s : plan_.sources) {
      if (s.inside == "/src" && overlaid(request_, facts_)) {
        overlay(s);
      } else if (renews_) {
        move_over(s.inside);
      } else {
        move_in(s.slot, s.inside);
      }
    }
    for (const char* name : {"tmp", "out"}) {
      const std::string inside = std::string("/") + name;
      move_in(part_of_scratch(name, inside), inside);
    }
    if (request_.proc) {
      move_in(proc, "/proc");
    }
    enter();
    if (request_.net) {
      loopback_up();
    }
  }

 private:
  int slot() {
    SBX_CHECK(next_slot_ < kSlots);
    return next_slot_++;
  }

  void clone_sources() {
    for (const Source& s : plan_.sources) {
      std::string what = "clone the tree at " + s.inside;
      w_.add(what, __NR_open_tree,
             {AT_FDCWD, w_.text(s.host),
              sys::kOpenTreeClone | sys::kCloexec | (s.recursive ? sys::kAtRecursive : 0u)},
             s.slot);
      if (s.attributes != 0) {
        sys::MountAttr attr{s.attributes, 0, 0, 0};
        w_.add(
            "restrict the tree at " + s.inside, __NR_mount_setattr,
            {Slot(s.slot), w_.text(""), sys::kAtEmptyPath | (s.recursive ? sys::kAtRecursive : 0u),
             w_.arena().keep(attr), sizeof attr});
      }
    }
  }

  void option(int fs, const char* key, const std::string& value, const std::string& what) {
    w_.add("set up " + what, __NR_fsconfig,
           {Slot(fs), sys::kFsconfigSetString, w_.text(key), w_.text(value), 0});
  }

  int tmpfs() {
    const std::string what = "the box's tmpfs";
    int fs = kSlotScratch, mount = slot();
    const std::uint64_t size = count(shape_of(request_).space);
    const std::uint64_t mib = size >> 20;
    w_.add("open " + what, __NR_fsopen, {w_.text("tmpfs"), 1}, fs);
    option(fs, "size", std::to_string(size), what);
    option(fs, "nr_inodes", std::to_string((mib + 1) * kInodesPerMib), what);
    option(fs, "mode", "755", what);
    w_.add("create " + what, __NR_fsconfig, {Slot(fs), sys::kFsconfigCreate, 0, 0, 0});
    w_.add("mount " + what, __NR_fsmount, {Slot(fs), 1, sys::kMountNoSuid | sys::kMountNoDev},
           mount);
    w_.close(fs);
    return mount;
  }

  void make_folder(int at, const std::string& relative, int mode) {
    w_.add("make the folder /" + relative, __NR_mkdirat, {Slot(at), w_.text(relative), mode});
  }

  void make_parents(const std::string& inside) {
    for (std::size_t i = inside.find('/', 1); i != std::string::npos; i = inside.find('/', i + 1)) {
      if (made_.insert(inside.substr(0, i)).second) {
        make_folder(root_, inside.substr(1, i - 1), 0755);
      }
    }
  }

  void mount_points() {
    auto folder = [&](const std::string& inside) {
      make_parents(inside);
      if (made_.insert(inside).second) {
        make_folder(root_, inside.substr(1), 0755);
      }
    };
    for (const Source& s : plan_.sources) {
      if (s.folder) {
        folder(s.inside);
      } else {
        make_parents(s.inside);
        w_.add("make the file " + s.inside, __NR_mknodat,
               {Slot(root_), w_.text(s.inside.substr(1)), S_IFREG | 0644, 0});
      }
    }
    for (const HostFacts::Entry& e : facts_.libraries) {
      if (!e.link.empty()) {
        make_parents(e.path);
        w_.add("make the link " + e.path, __NR_symlinkat,
               {w_.text(e.link), Slot(root_), w_.text(e.path.substr(1))});
      }
    }
    folder("/tmp");
    folder("/out");
    if (request_.proc) {
      folder("/proc");
    }
  }

  void attach(int from, const std::string& inside) {
    w_.add("attach " + inside, __NR_move_mount,
           {Slot(from), w_.text(""), Slot(root_), w_.text(inside.substr(1)),
            sys::kMoveMountEmptyFrom});
  }

  void move_in(int from, const std::string& inside) {
    attach(from, inside);
    w_.close(from);
  }

  // From the tree that stands, which "/" still leads to.
  void move_over(const std::string& inside) {
    w_.add("move " + inside, __NR_move_mount,
           {AT_FDCWD, w_.text(inside), Slot(root_), w_.text(inside.substr(1)), 0});
  }

  void lay_over(const char* host, int mount, const std::string& what) {
    w_.add("lay " + what + " over " + host, __NR_move_mount,
           {Slot(mount), w_.text(""), AT_FDCWD, w_.text(host), sys::kMoveMountEmptyFrom});
  }

  void clone_whole(int from, int to, const char* what) {
    w_.add(what, __NR_open_tree,
           {Slot(from), w_.text(""), sys::kOpenTreeClone | sys::kCloexec | sys::kAtEmptyPath}, to);
  }

  int part_of_scratch(const std::string& name, const std::string& what) {
    int clone = slot();
    w_.add("clone " + what, __NR_open_tree,
           {Slot(scratch_), w_.text(name), sys::kOpenTreeClone | sys::kCloexec}, clone);
    return clone;
  }

  // The upper layer is a part of the tmpfs that is mounted nowhere in the box.
  void overlay(const Source& lower) {
    const bool keeps = lasts_ || request_.list_writes;
    int fs = kSlotScratch, upper = keeps ? kSlotUpper : slot(), work = slot(), mount = slot();
    if (renews_) {
      w_.close(upper);  // of the tree that goes
    }
    auto part = [&](const char* name, int to) {
      w_.add(std::string("open the overlay's ") + name + " folder", __NR_openat,
             {Slot(scratch_), w_.text(name), O_PATH | O_DIRECTORY | O_CLOEXEC, 0}, to);
    };
    part("upper", upper);
    part("work", work);
    const char* what = "mount an overlay on /src";
    if (!facts_.overlay_by_fd) {
      overlay_by_name(lower);
    } else {
      const int below = layer_below(lower);
      w_.add(what, __NR_fsopen, {w_.text("overlay"), 1}, fs);
      auto layer = [&](const char* key, int fd) {
        w_.add(what, __NR_fsconfig, {Slot(fs), sys::kFsconfigSetFd, w_.text(key), 0, Slot(fd)});
      };
      layer("lowerdir+", below);
      layer("upperdir", upper);
      layer("workdir", work);
      w_.add(what, __NR_fsconfig, {Slot(fs), sys::kFsconfigSetFlag, w_.text("userxattr"), 0, 0});
      w_.add(what, __NR_fsconfig, {Slot(fs), sys::kFsconfigCreate, 0, 0, 0});
      w_.add(what, __NR_fsmount, {Slot(fs), 1, sys::kMountNoSuid | sys::kMountNoDev}, mount);
      w_.close(fs);
      if (!lasts_) {
        w_.close(below);
      }
      move_in(mount, "/src");
    }
    w_.close(work);
    if (!keeps) {
      w_.close(upper);
    }
  }

  // The slot of the tree as one that an overlay of this box may have below it.
  int layer_below(const Source& lower) {
    if (renews_) {
      if (facts_.root) {
        const int below = slot();  // where the first tree has it: mounts can be counted
        clone_whole(kSlotLower, below, "lay the tree below /src");
        move_in(below, "/src");
      }
      return kSlotLower;
    }
    if (facts_.root) {
      // A clone that root made belongs to a namespace the box has no rights in: as a layer it
      // answers EPERM until it is attached here. It stays below the overlay, out of reach.
      attach(lower.slot, "/src");
    }
    if (!lasts_) {
      return lower.slot;
    }
    const char* what = "keep the tree at /src";
    if (facts_.root) {  // what is attached goes with this tree
      clone_whole(lower.slot, kSlotLower, what);
    } else {
      w_.add(what, __NR_fcntl, {Slot(lower.slot), F_DUPFD_CLOEXEC, 0}, kSlotLower);
    }
    w_.close(lower.slot);
    return kSlotLower;
  }

  // Before 6.13 a layer cannot be a descriptor: both are moved to fixed names, seen from the new
  // root's folder, so that no path of the host is ever part of an option string.
  void overlay_by_name(const Source& lower) {
    for (const char* name : {".lower", ".scratch"}) {
      make_folder(root_, name, 0700);
    }
    int again = slot();
    clone_whole(scratch_, again, "clone the scratch space");
    move_in(lower.slot, "/.lower");
    move_in(again, "/.scratch");
    w_.add("enter the box's root", __NR_fchdir, {Slot(root_)});
    w_.add("mount an overlay on /src", __NR_mount,
           {w_.text("overlay"), w_.text("src"), w_.text("overlay"), MS_NOSUID | MS_NODEV,
            w_.text("lowerdir=.lower,upperdir=.scratch/upper,workdir=.scratch/work,userxattr")});
    for (const char* name : {".lower", ".scratch"}) {
      w_.add(std::string("hide ") + name, __NR_umount2, {w_.text(name), MNT_DETACH});
      w_.add(std::string("remove ") + name, __NR_unlinkat,
             {Slot(root_), w_.text(name), AT_REMOVEDIR});
    }
  }

  // A proc of this pid namespace can be mounted while the host's own, whole one is in sight.
  int new_proc() {
    int mount = slot();
    w_.add("mount /proc", __NR_fsopen, {w_.text("proc"), 1}, kSlotScratch);
    w_.add("mount /proc", __NR_fsconfig, {Slot(kSlotScratch), sys::kFsconfigCreate, 0, 0, 0});
    w_.add("mount /proc", __NR_fsmount,
           {Slot(kSlotScratch), 1, sys::kMountNoSuid | sys::kMountNoDev | sys::kMountNoExec},
           mount);
    w_.close(kSlotScratch);
    return mount;
  }

  void enter() {
    sys::MountAttr sealed{sys::kMountReadOnly, 0, 0, 0};
    w_.add("seal the box's root", __NR_mount_setattr,
           {Slot(root_), w_.text(""), sys::kAtEmptyPath, w_.arena().keep(sealed), sizeof sealed});
    w_.add("enter the box's root", __NR_fchdir, {Slot(root_)});
    w_.add("pivot into the box", __NR_pivot_root, {w_.text("."), w_.text(".")});
    w_.add("let the host's tree go", __NR_umount2, {w_.text("."), MNT_DETACH});
    w_.add("change to /", __NR_chdir, {w_.text("/")});
    // What still lay over "/" would be where ".." leads: a crossing that this call refuses.
    const sys::OpenHow same_mount{O_PATH | O_CLOEXEC, 0, sys::kResolveNoXdev};
    w_.add("prove that the host's tree is gone", __NR_openat2,
           {AT_FDCWD, w_.text(".."), w_.arena().keep(same_mount), sizeof same_mount}, kSlotScratch);
    w_.close(kSlotScratch);
    w_.close(root_);
    w_.close(scratch_);
    limit_mounts("0");
    if (!lasts_) {
      w_.close(kSlotMountLimit);
    }
    if (!renews_) {
      w_.add("name the box", __NR_sethostname, {w_.text("sandbox"), 7});
    }
  }

  void limit_mounts(const std::string& most) {
    w_.add(kLimitMountNamespaces, __NR_pwrite64,
           {Slot(kSlotMountLimit), w_.text(most), most.size(), 0});
  }

  void loopback_up() {
    ifreq request;
    std::memset(&request, 0, sizeof request);
    std::strcpy(request.ifr_name, "lo");
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    const char* what = "bring the box's loopback up";
    w_.add(what, __NR_socket, {AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0}, kSlotScratch);
    w_.add(what, __NR_ioctl, {Slot(kSlotScratch), SIOCSIFFLAGS, w_.arena().keep(request)});
    w_.close(kSlotScratch);
  }

  Plan& plan_;
  Writer& w_;
  const Request& request_;
  const HostFacts& facts_;
  const bool renews_, lasts_;
  std::set<std::string> made_;
  int next_slot_ = kSlotFirstFree + 24;  // below: the sources' (build.cc)
  int root_ = kNoSlot;
  int scratch_ = kNoSlot;
};

}  // namespace

void write_tree(Plan& plan, Writer& w, const Request& request, const HostFacts& facts,
                Purpose purpose) {
  TreeWriter(plan, w, request, facts, purpose).write();
}

}  // namespace sbx::plan
