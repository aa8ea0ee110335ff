// Manipulators: base, width, fill, precision, booleans, own ones.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 0xff 010
// expect-stdout:       42|42      |......42|
// expect-stdout: 3.142 1.235e+04 0.0001
// expect-stdout: true 0
// expect-stdout: --------------------
// expect-stdout: +5 -5 0XBEEF
// expect-stdout: cstr123.5
#include <iomanip>
#include <iostream>

static std::ostream& rule(std::ostream& out) {
  return out << std::string(20, '-') << '\n';
}

int main() {
  std::cout << std::hex << std::showbase << 255 << ' ' << std::oct << 8 << std::dec << '\n';
  std::cout << std::setw(8) << 42 << '|' << std::left << std::setw(8) << 42 << '|' << std::right
            << std::setfill('.') << std::setw(8) << 42 << '|' << std::setfill(' ') << '\n';
  std::cout << std::fixed << std::setprecision(3) << 3.14159265 << ' ' << std::scientific
            << 12345.6789 << std::defaultfloat << ' ' << 0.0001 << '\n';
  std::cout << std::boolalpha << true << ' ' << std::noboolalpha << false << '\n' << rule;
  std::cout << std::showpos << 5 << ' ' << -5 << std::noshowpos << ' ' << std::uppercase << std::hex
            << 48879 << std::nouppercase << std::dec << '\n';
  std::cout << 'c' << "str" << 1u << 2L << 3.5f << '\n';
}
