// Virtual calls, multiple and virtual inheritance, dynamic_cast, typeid.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: square 9 1 0
// expect-stdout: shape 10 0 1
// expect-stdout: 111 1
// expect-stdout: bad cast
#include <iostream>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual std::string name() const { return "shape"; }
};
struct Square : Shape {
  double side;
  explicit Square(double s) : side(s) {}
  double area() const override { return side * side; }
  std::string name() const override { return "square"; }
};
struct Triangle : Shape {
  double base, height;
  Triangle(double b, double h) : base(b), height(h) {}
  double area() const override { return base * height / 2; }
};

struct Top {
  int value = 1;
  virtual ~Top() = default;
};
struct Left : virtual Top {
  Left() { value += 10; }
};
struct Right : virtual Top {
  Right() { value += 100; }
};
struct Bottom : Left, Right {};

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.emplace_back(new Square(3));
  shapes.emplace_back(new Triangle(4, 5));
  for (const auto& owner : shapes) {
    const Shape* shape = owner.get();
    std::cout << shape->name() << ' ' << shape->area() << ' '
              << (dynamic_cast<const Square*>(shape) != nullptr) << ' '
              << (typeid(*shape) == typeid(Triangle)) << '\n';
  }
  Bottom bottom;
  Left& left = bottom;
  std::cout << bottom.value << ' ' << (dynamic_cast<Right*>(&left) != nullptr) << '\n';
  try {
    (void)dynamic_cast<Square&>(*shapes[1]);
  } catch (const std::bad_cast&) {
    std::cout << "bad cast\n";
  }
}
