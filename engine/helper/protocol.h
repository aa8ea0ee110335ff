// helper/protocol.h - what a caller and its helper say to each other: one frame a request, one a
// reply.
//
//   send_frame(socket, encode(request), {in, out, err});
//   receive_frame(socket, &bytes, &descriptors) && decode(bytes, &report)
//
// A frame is a magic number, a length and bytes, over a SOCK_STREAM pair; descriptors travel with
// its first byte. It has at least kLeastFrame bytes, so that most are read by one call. Both ends
// are of one build (the magic number holds the version).
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "sbx/box.h"
#include "sbx/host.h"
#include "sys/fd.h"

namespace sbx::helper {

inline constexpr int kSocketFd = 3;  // where a helper finds its end
// And a pipe's end that nobody writes to: its inits keep it too, so that the other end hangs up
// when the helper and all its boxes are gone.
inline constexpr int kTombstoneFd = 4;
// Said by the helper when it is ready, and before every frame.
inline constexpr unsigned kMagic = 0x73627806;
inline constexpr std::size_t kLeastFrame = 1024;

enum class Ask { run, check };

// What is asked, and which descriptors follow, in this order.
struct Attached {
  Ask ask = Ask::run;
  bool keep = false;   // the box may stand for the next one
  int processor = -1;  // which the helper keeps to; -1: any
  bool in = false, out = false, err = false;
  bool err_is_out = false;  // and does not come by itself
  bool apart = false;       // known to be two files
};

[[nodiscard]] std::string encode(const Request& request, const Attached& attached);
[[nodiscard]] bool decode(const std::string& bytes, Request* request, Attached* attached);
[[nodiscard]] std::string encode(const Report& report);
[[nodiscard]] bool decode(const std::string& bytes, Report* report);
[[nodiscard]] std::string encode(const std::vector<Capability>& all);
[[nodiscard]] bool decode(const std::string& bytes, std::vector<Capability>* all);

// False: the other end is gone (errno says how).
[[nodiscard]] bool send_frame(int socket, const std::string& bytes, const std::vector<int>& fds);
[[nodiscard]] bool receive_frame(int socket, std::string* bytes, std::vector<sys::Fd>* fds);

}  // namespace sbx::helper
