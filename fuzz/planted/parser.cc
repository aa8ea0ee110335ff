// A target as many are: a small parser that builds what it reads. It has no bug that is known.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Value {
  std::string text;
  std::vector<std::unique_ptr<Value>> list;
  std::map<std::string, std::unique_ptr<Value>> members;
};

class Parser {
 public:
  explicit Parser(std::string text) : text_(std::move(text)) {}
  std::unique_ptr<Value> value(int depth) {
    auto v = std::make_unique<Value>();
    blanks();
    if (depth > 32) {
      return nullptr;
    }
    if (take('[')) {
      while (!take(']')) {
        auto one = value(depth + 1);
        if (one == nullptr) {
          return nullptr;
        }
        v->list.push_back(std::move(one));
        take(',');
      }
      return v;
    }
    if (take('{')) {
      while (!take('}')) {
        blanks();
        std::string name;
        if (!string(&name) || !take(':')) {
          return nullptr;
        }
        auto one = value(depth + 1);
        if (one == nullptr) {
          return nullptr;
        }
        v->members[name] = std::move(one);
        take(',');
      }
      return v;
    }
    return string(&v->text) || word(&v->text) ? std::move(v) : nullptr;
  }

 private:
  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) {
      ++at_;
    }
  }
  bool take(char c) {
    blanks();
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    return false;
  }
  bool string(std::string* out) {
    if (!take('"')) {
      return false;
    }
    while (at_ < text_.size() && text_[at_] != '"') {
      *out += text_[at_++];
    }
    return take('"');
  }
  bool word(std::string* out) {
    while (at_ < text_.size() &&
           ((text_[at_] >= '0' && text_[at_] <= '9') || (text_[at_] >= 'a' && text_[at_] <= 'z'))) {
      *out += text_[at_++];
    }
    return !out->empty();
  }
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Parser(std::string(reinterpret_cast<const char*>(data), size)).value(0);
  return 0;
}
