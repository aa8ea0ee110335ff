// Static objects: order within a file, function-local ones on first use, destruction in reverse.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: +first
// expect-stdout: +second
// expect-stdout: main
// expect-stdout: +lazy
// expect-stdout: +local
// expect-stdout: end of main
// expect-stdout: -local
// expect-stdout: -lazy
// expect-stdout: -second
// expect-stdout: -first
#include <cstdio>

struct Named {
  const char* name;
  explicit Named(const char* n) : name(n) { std::printf("+%s\n", name); }
  ~Named() { std::printf("-%s\n", name); }
};

static Named first("first"), second("second");

static Named& lazy() {
  static Named object("lazy");
  return object;
}

int main() {
  std::puts("main");
  lazy();
  lazy();
  Named local("local");
  std::puts("end of main");
}
