#include "helper/protocol.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "sys/scm.h"

namespace sbx::helper {
namespace {

constexpr std::uint64_t kMaxFrame = 256u << 20;

// One list of fields serves both directions: Put appends, Get takes.
class Put {
 public:
  explicit Put(std::string* out) : out_(out) {}
  void number(std::uint64_t v) { out_->append(reinterpret_cast<const char*>(&v), sizeof v); }
  template <class T>
  void field(const T& v) {
    if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
      number(static_cast<std::uint64_t>(v));
    } else {
      number(static_cast<std::uint64_t>(v.count()));
    }
  }
  void field(const std::string& s) {
    number(s.size());
    out_->append(s);
  }
  template <class T>
  void list(const std::vector<T>& all) {
    number(all.size());
    for (const T& one : all) {
      fields(*this, one);
    }
  }
  template <class T>
  void maybe(const std::optional<T>& v) {
    number(v ? 1 : 0);
    if (v) {
      fields(*this, *v);
    }
  }
  static constexpr bool ok() { return true; }

 private:
  std::string* out_;
};

class Get {
 public:
  explicit Get(const std::string& in) : in_(in) {}
  std::uint64_t number() {
    std::uint64_t v = 0;
    if (in_.size() - at_ < sizeof v) {
      ok_ = false;
      return 0;
    }
    std::memcpy(&v, in_.data() + at_, sizeof v);
    at_ += sizeof v;
    return v;
  }
  template <class T>
  void field(T& v) {
    std::uint64_t n = number();
    if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
      v = static_cast<T>(n);
    } else {
      v = T(static_cast<typename T::rep>(n));
    }
  }
  void field(std::string& s) {
    std::uint64_t n = number();
    if (n > in_.size() - at_) {
      ok_ = false;
      return;
    }
    s.assign(in_, at_, n);
    at_ += n;
  }
  template <class T>
  void list(std::vector<T>& all) {
    std::uint64_t n = number();
    for (std::uint64_t i = 0; i < n && ok_; ++i) {
      T one{};
      fields(*this, one);
      all.push_back(std::move(one));
    }
  }
  template <class T>
  void maybe(std::optional<T>& v) {
    if (number() != 0) {
      v.emplace();
      fields(*this, *v);
    }
  }
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  const std::string& in_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

template <class A, class T>
using Maybe = std::conditional_t<std::is_same_v<A, Put>, const T, T>;

template <class A>
void fields(A& a, Maybe<A, std::string>& s) {
  a.field(s);
}
template <class A>
void fields(A& a, Maybe<A, Mount>& m) {
  a.field(m.host);
  a.field(m.inside);
  a.field(m.how);
  a.field(m.only);
  a.field(m.optional);
  a.field(m.as_owner);
}
template <class A>
void fields(A& a, Maybe<A, Limits>& l) {
  a.field(l.cpu);
  a.field(l.wall);
  a.field(l.memory);
  a.field(l.output);
  a.field(l.processes);
  a.field(l.threads);
  a.field(l.execs);
}
template <class A>
void fields(A& a, Maybe<A, Step>& s) {
  a.field(s.label);
  a.list(s.argv);
  a.list(s.env);
  a.field(s.cwd);
  a.field(s.profile);
  a.field(s.libc);
  a.maybe(s.limits);
  a.field(s.takes_stdin);
  a.list(s.armed_by);
  a.list(s.leaves_by);
  a.field(s.leaks);
}
template <class A>
void fields(A& a, Maybe<A, Request>& r) {
  a.list(r.tree);
  a.list(r.steps);
  fields(a, r.limits);
  a.field(r.threads);
  a.field(r.net);
  a.field(r.proc);
  a.field(r.dev);
  a.field(r.aslr);
  a.field(r.list_writes);
  a.field(r.fail_at);
}
template <class A>
void fields(A& a, Maybe<A, Usage>& u) {
  a.field(u.label);
  a.field(u.cpu);
  a.field(u.wall);
  a.field(u.peak_rss);
  a.field(u.execs);
  a.field(u.makers);
  a.field(u.asked);
}
template <class A>
void fields(A& a, Maybe<A, Write>& w) {
  a.field(w.path);
  a.field(w.removed);
}
template <class A>
void fields(A& a, Maybe<A, Attached>& x) {
  a.field(x.ask);
  a.field(x.keep);
  a.field(x.processor);
  a.field(x.in);
  a.field(x.out);
  a.field(x.err);
  a.field(x.err_is_out);
  a.field(x.apart);
}

template <class A>
void fields(A& a, Maybe<A, Capability>& c) {
  a.field(c.name);
  a.field(c.ok);
  a.field(c.required);
  a.field(c.text);
}

struct Header {
  std::uint32_t magic = kMagic;
  std::uint32_t reserved = 0;
  std::uint64_t size = 0;
};

bool send_all(int socket, const char* data, std::size_t size) {
  while (size > 0) {
    ssize_t n = ::send(socket, data, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return false;
    }
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

// What a receive that brought nothing says: an end of the stream has no errno of its own.
bool gone(ssize_t received) {
  errno = received == 0 ? EPIPE : errno;
  return false;
}

bool receive_all(int socket, char* data, std::size_t size) {
  while (size > 0) {
    ssize_t n = ::recv(socket, data, size, 0);
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      return gone(n);
    }
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace

std::string encode(const Request& request, const Attached& attached) {
  std::string bytes;
  bytes.reserve(kLeastFrame);
  Put put(&bytes);
  fields(put, attached);
  fields(put, request);
  return bytes;
}

bool decode(const std::string& bytes, Request* request, Attached* attached) {
  Get get(bytes);
  fields(get, *attached);
  fields(get, *request);
  return get.ok();
}

// A record travels as its line: what parse_line refuses no box prints.
std::string encode(const Report& report) {
  std::string bytes;
  Put put(&bytes);
  std::vector<std::string> lines;
  for (const Record& r : report.records) {
    lines.push_back(to_line(r));
  }
  put.list(lines);
  put.list(report.usage);
  put.list(report.writes);
  return bytes;
}

bool decode(const std::string& bytes, Report* report) {
  Get get(bytes);
  std::vector<std::string> lines;
  get.list(lines);
  get.list(report->usage);
  get.list(report->writes);
  for (const std::string& line : lines) {
    auto record = parse_line(line);
    if (!record) {
      return false;
    }
    report->records.push_back(std::move(*record));
  }
  return get.ok();
}

std::string encode(const std::vector<Capability>& all) {
  std::string bytes;
  Put put(&bytes);
  put.list(all);
  return bytes;
}

bool decode(const std::string& bytes, std::vector<Capability>* all) {
  Get get(bytes);
  get.list(*all);
  return get.ok();
}

bool send_frame(int socket, const std::string& bytes, const std::vector<int>& fds) {
  Header header;
  header.size = bytes.size();
  // In one piece: whoever waits for it wakes once.
  std::string frame;
  frame.reserve(std::max(sizeof header + bytes.size(), kLeastFrame));
  frame.append(reinterpret_cast<const char*>(&header), sizeof header).append(bytes);
  frame.resize(std::max(frame.size(), kLeastFrame));
  const ssize_t n = sys::send_with_fds(socket, frame.data(), frame.size(), fds);
  return n > 0 && send_all(socket, frame.data() + n, frame.size() - static_cast<std::size_t>(n));
}

bool receive_frame(int socket, std::string* bytes, std::vector<sys::Fd>* fds) {
  char first[kLeastFrame];
  std::vector<sys::Fd> dropped;
  const ssize_t n = sys::receive_with_fds(socket, first, sizeof first, MSG_WAITALL,
                                          fds != nullptr ? fds : &dropped);
  if (n <= 0) {
    return gone(n);
  }
  if (!receive_all(socket, first + n, sizeof first - static_cast<std::size_t>(n))) {
    return false;
  }
  Header header;
  std::memcpy(&header, first, sizeof header);
  if (header.magic != kMagic || header.size > kMaxFrame) {
    errno = EPROTO;
    return false;
  }
  const std::size_t there = std::min(header.size, kLeastFrame - sizeof header);
  bytes->assign(first + sizeof header, there);
  bytes->resize(header.size);
  return receive_all(socket, bytes->data() + there, header.size - there);
}

}  // namespace sbx::helper
