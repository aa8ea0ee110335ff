// Copies and moves counted: elision, move on return, copy on assignment, perfect forwarding.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: copy: 1 copies, 0 moves
// expect-stdout: move: 0 copies, 1 moves
// expect-stdout: assign: 1 copies, 1 moves
// expect-stdout: forward: 1 copies, 1 moves
// expect-stdout: vector: 1 copies, 3 moves
#include <iostream>
#include <utility>
#include <vector>

static int copies, moves;

struct Probe {
  Probe() = default;
  Probe(const Probe&) { copies++; }
  Probe(Probe&&) noexcept { moves++; }
  Probe& operator=(const Probe&) {
    copies++;
    return *this;
  }
  Probe& operator=(Probe&&) noexcept {
    moves++;
    return *this;
  }
};

static void tally(const char* what) {
  std::cout << what << ": " << copies << " copies, " << moves << " moves\n";
  copies = moves = 0;
}

template <typename T>
static Probe forwarded(T&& value) {
  return Probe(std::forward<T>(value));
}

int main() {
  Probe a;
  Probe b(a);
  tally("copy");
  Probe c(std::move(b));
  tally("move");
  a = c;
  a = std::move(c);
  tally("assign");
  forwarded(a);
  forwarded(std::move(a));
  tally("forward");
  std::vector<Probe> many;
  many.reserve(2);
  many.push_back(Probe());
  many.emplace_back();
  many.push_back(a);
  tally("vector");
}
