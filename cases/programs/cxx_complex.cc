// std::complex, valarray and numeric algorithms: a discrete Fourier transform and its inverse.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 4.000000 3.624510 6.828427
// expect-stdout: error is small: 1
// expect-stdout: 34 17 12
#include <cmath>
#include <complex>
#include <cstdio>
#include <valarray>
#include <vector>

using Signal = std::vector<std::complex<double>>;

static Signal transform(const Signal& in, double sign) {
  const double pi = std::acos(-1.0);
  Signal out(in.size());
  for (std::size_t k = 0; k < in.size(); k++) {
    for (std::size_t n = 0; n < in.size(); n++) {
      out[k] += in[n] * std::polar(1.0, sign * 2 * pi * static_cast<double>(k * n) / 16.0);
    }
  }
  return out;
}

int main() {
  Signal signal(16);
  for (std::size_t i = 0; i < 16; i++) {
    signal[i] = i < 4 ? 1.0 : 0.0;
  }
  Signal spectrum = transform(signal, -1), back = transform(spectrum, 1);
  std::printf("%.6f %.6f %.6f\n", spectrum[0].real(), std::abs(spectrum[1]),
              std::norm(spectrum[2]));
  double error = 0;
  for (std::size_t i = 0; i < 16; i++) {
    error += std::abs(back[i] / 16.0 - signal[i]);
  }
  std::printf("error is small: %d\n", error < 1e-12);
  std::valarray<double> v{1, 2, 3, 4};
  v = v * v + 1.0;
  std::printf("%g %g %g\n", v.sum(), v.max(), std::valarray<double>(v[std::slice(0, 2, 2)]).sum());
}
