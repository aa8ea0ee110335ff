// iostream: both ways, with and without stdio, and how much is waiting.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::string word;
  std::cout << std::cin.rdbuf()->in_avail() * 0 << std::endl;
  while (std::cin >> word) {
    std::cout << std::setw(8) << word << '\n';
  }
  std::cerr << "cerr" << std::endl;
  std::wclog << L"";
  std::ostringstream text;
  text << std::hex << 255 << std::scientific << 1.5;
  std::cout << text.str() << std::flush;
}
