// The mathematical functions, to twelve digits.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 0.644217687238 0.764842187284 0.842288380463
// expect-stdout: 2.013752707470 -0.356674943939 0.308193540534
// expect-stdout: 0.836660026534 0.887904001743 2.500000000000
// expect-stdout: 2.530866689201 0.758583701840 0.677801193837
// expect-stdout: -1 1 3 -0
// expect-stdout: 5.100000 52.342777784554 10.000000
// expect-stdout: 1 1 1
// expect-stdout: 33 -3
// expect-stdout: 1
#include <cmath>
#include <cstdio>
#include <limits>

int main() {
  volatile double x = 0.7, large = 1e10;
  std::printf("%.12f %.12f %.12f\n", std::sin(x), std::cos(x), std::tan(x));
  std::printf("%.12f %.12f %.12f\n", std::exp(x), std::log(x), std::pow(x, 3.3));
  std::printf("%.12f %.12f %.12f\n", std::sqrt(x), std::cbrt(x), std::hypot(x, 2.4));
  std::printf("%.12f %.12f %.12f\n", std::atan2(x, -1.0), std::sinh(x), std::erf(x));
  std::printf("%.0f %.0f %.0f %.0f\n", std::floor(-x), std::ceil(x), std::round(2.5),
              std::trunc(-x));
  std::printf("%.6f %.12f %.6f\n", std::fmod(large, 7.3), std::tgamma(5.5), std::log2(1024.0));
  std::printf("%d %d %d\n", std::isnan(std::sqrt(-x)), std::isinf(large * 1e308),
              std::signbit(-0.0) != 0);
  std::printf("%d %ld\n", std::ilogb(large), std::lround(-2.5));
  std::printf("%d\n", std::nextafter(1.0, 2.0) - 1.0 == std::numeric_limits<double>::epsilon());
}
