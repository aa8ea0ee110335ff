// new and delete of its own, placement new, nothrow, a class with its own operator new.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 20
// expect-stdout: make 1
// expect-stdout: make 2
// expect-stdout: end 2
// expect-stdout: end 1
// expect-stdout: 10
// expect-stdout: 1000000
#include <cstdlib>
#include <iostream>
#include <new>
#include <vector>

static int balance;

struct Counted {
  double payload[4];
  static void* operator new(std::size_t size) {
    balance++;
    return std::malloc(size);
  }
  static void operator delete(void* p) {
    balance--;
    std::free(p);
  }
};

struct Loud {
  int n;
  explicit Loud(int v) : n(v) { std::cout << "make " << n << '\n'; }
  ~Loud() { std::cout << "end " << n << '\n'; }
};

int main() {
  Counted* first = new Counted;
  Counted* second = new Counted;
  std::cout << balance;
  delete first;
  delete second;
  std::cout << balance << '\n';
  alignas(Loud) unsigned char room[sizeof(Loud) * 2];
  Loud* a = new (room) Loud(1);
  Loud* b = new (room + sizeof(Loud)) Loud(2);
  b->~Loud();
  a->~Loud();
  int* some = new (std::nothrow) int[1000]();
  std::cout << (some != nullptr) << some[999] << '\n';
  delete[] some;
  std::vector<std::vector<int>> large(1000, std::vector<int>(1000, 1));
  long sum = 0;
  for (const auto& row : large) {
    for (int n : row) {
      sum += n;
    }
  }
  std::cout << sum << '\n';
}
