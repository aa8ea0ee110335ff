// Parsing with string streams: numbers, words, quoted text, failures and recovery.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 12 31 3.5 word [two words]
// expect-stdout: fail 1, value 0
// expect-stdout: then oops, eof 1
// expect-stdout: (a;b;)
// expect-stdout: ()
// expect-stdout: (c;)
// expect-stdout: "say \"hi\""7 13
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

int main() {
  std::istringstream in("12 0x1f 3.5 word \"two words\" oops");
  int decimal = 0, hex = 0, bad = -1;
  double real = 0;
  std::string word, quoted;
  in >> decimal >> std::hex >> hex >> std::dec >> real >> word >> std::quoted(quoted);
  std::cout << decimal << ' ' << hex << ' ' << real << ' ' << word << " [" << quoted << "]\n";
  in >> bad;
  std::cout << "fail " << in.fail() << ", value " << bad << "\n";
  in.clear();
  in >> word;
  std::cout << "then " << word << ", eof " << in.eof() << "\n";
  std::istringstream lines("a,b\n\nc");
  std::string line, field;
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    std::cout << '(';
    while (std::getline(fields, field, ',')) {
      std::cout << field << ';';
    }
    std::cout << ")\n";
  }
  std::ostringstream out;
  out << std::quoted("say \"hi\"") << 7;
  std::cout << out.str() << ' ' << out.str().size() << "\n";
}
