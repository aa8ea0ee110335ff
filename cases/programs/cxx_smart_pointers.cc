// shared_ptr, weak_ptr, unique_ptr: counts, deleters, cycles broken, casts.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 2 2 2
// expect-stdout: 1
// expect-stdout: 1 1
// expect-stdout: 0
// expect-stdout: 1 2
// expect-stdout: 11
// expect-stdout: deleting 5
// expect-stdout: 0
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

static int alive;

struct Base {
  Base() { alive++; }
  virtual ~Base() { alive--; }
  virtual int id() const { return 1; }
};
struct Derived : Base, std::enable_shared_from_this<Derived> {
  std::weak_ptr<Derived> partner;
  int id() const override { return 2; }
};

int main() {
  {
    auto a = std::make_shared<Derived>(), b = std::make_shared<Derived>();
    a->partner = b;
    b->partner = a;
    std::shared_ptr<Base> base = a;
    std::cout << a.use_count() << ' ' << base->id() << ' ' << alive << '\n';
    std::cout << (std::dynamic_pointer_cast<Derived>(base) == a->shared_from_this()) << '\n';
    b.reset();
    std::cout << a->partner.expired() << ' ' << alive << '\n';
  }
  std::cout << alive << '\n';
  {
    std::unique_ptr<Base> one(new Derived), two = std::move(one);
    std::cout << !one << ' ' << two->id() << '\n';
    std::vector<std::unique_ptr<Base>> many;
    for (int i = 0; i < 10; i++) {
      many.push_back(std::make_unique<Base>());
    }
    std::cout << alive << '\n';
  }
  std::shared_ptr<int> with_deleter(new int(5), [](int* p) {
    std::cout << "deleting " << *p << '\n';
    delete p;
  });
  with_deleter.reset();
  std::cout << alive << '\n';
}
