// A rational number type with operators, conversion, and its own literals.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 7381/2520 2.92897
// expect-stdout: -3/4 1 1/2
// expect-stdout: zero denominator
#include <iostream>
#include <stdexcept>

class Rational {
 public:
  Rational(long n = 0, long d = 1) : n_(n), d_(d) {
    if (d == 0) {
      throw std::domain_error("zero denominator");
    }
    long a = n < 0 ? -n : n, b = d < 0 ? -d : d;
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    if (a > 0) {
      n_ /= d < 0 ? -a : a;
      d_ /= d < 0 ? -a : a;
    }
  }
  friend Rational operator+(Rational x, Rational y) {
    return {x.n_ * y.d_ + y.n_ * x.d_, x.d_ * y.d_};
  }
  friend Rational operator*(Rational x, Rational y) { return {x.n_ * y.n_, x.d_ * y.d_}; }
  friend Rational operator/(Rational x, Rational y) { return {x.n_ * y.d_, x.d_ * y.n_}; }
  Rational& operator+=(Rational other) { return *this = *this + other; }
  bool operator==(Rational other) const { return n_ == other.n_ && d_ == other.d_; }
  explicit operator double() const { return static_cast<double>(n_) / static_cast<double>(d_); }
  friend std::ostream& operator<<(std::ostream& out, Rational r) {
    return out << r.n_ << '/' << r.d_;
  }

 private:
  long n_, d_;
};

static Rational operator""_r(unsigned long long n) {
  return Rational(static_cast<long>(n));
}

int main() {
  Rational sum;
  for (int i = 1; i <= 10; i++) {
    sum += 1_r / Rational(i);
  }
  std::cout << sum << ' ' << static_cast<double>(sum) << '\n';
  std::cout << Rational(6, -8) << ' ' << (Rational(2, 4) == 1_r / 2_r) << ' '
            << 3_r * Rational(1, 6) << '\n';
  try {
    std::cout << 1_r / 0_r << '\n';
  } catch (const std::domain_error& e) {
    std::cout << e.what() << '\n';
  }
}
