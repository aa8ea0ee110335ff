// Destructors of locals run on return, not on exit; those of statics on both.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: +global
// expect-stdout: +static
// expect-stdout: +scoped
// expect-stdout: -scoped
// expect-stdout: +left by exit
// expect-stdout: -static
// expect-stdout: -global
// expect-exit: 17
#include <cstdlib>
#include <iostream>

struct Tracer {
  const char* name;
  explicit Tracer(const char* n) : name(n) { std::cout << "+" << name << "\n"; }
  ~Tracer() { std::cout << "-" << name << "\n"; }
};

static Tracer global("global");

int main() {
  static Tracer local_static("static");
  { Tracer scoped("scoped"); }
  Tracer never("left by exit");
  std::exit(17);
}
