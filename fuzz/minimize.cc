#include "fuzz/minimize.h"

#include <algorithm>

namespace sbx::fuzz {

// Pieces are left out, half of it first, then ever smaller ones; where one could go, what stands
// there now is tried again. A round that got no single byte out is the last.
std::string minimize(std::string input, const std::function<bool(const std::string&)>& same,
                     Patience patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience.time;
  unsigned tries = 0;
  const auto over = [&] {
    return tries >= patience.tries || std::chrono::steady_clock::now() >= deadline;
  };
  std::size_t piece = input.size();
  bool smaller = true;
  while (piece > 0 && !over()) {
    if (piece == 1 && !smaller) {
      break;
    }
    smaller = false;
    for (std::size_t at = 0; at < input.size() && !over();) {
      const std::size_t size = std::min(piece, input.size() - at);
      std::string less = input.substr(0, at) + input.substr(at + size);
      ++tries;
      if (same(less)) {
        input = std::move(less);
        smaller = true;
      } else {
        at += size;
      }
    }
    // A second round of single bytes: what one needed may be gone.
    const std::size_t next = std::min((piece + 1) / 2, std::max<std::size_t>(input.size(), 1));
    piece = piece == 1 ? (smaller ? 1 : 0) : next;
    smaller = smaller || piece > 0;
  }
  return input;
}

}  // namespace sbx::fuzz
