// Owners, once-flags, single-threaded locks and growing containers.
#include <any>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>
struct Node : std::enable_shared_from_this<Node> {
  std::shared_ptr<Node> next;
};
static Node& only() {
  static Node node;
  return node;
}
int main() {
  auto shared = std::make_shared<Node>();
  std::weak_ptr<Node> weak = shared;
  shared->next = std::make_shared<Node>();
  std::once_flag once;
  std::call_once(once, [] { only(); });
  std::mutex mutex;
  {
    std::scoped_lock lock(mutex);
  }
  std::vector<int> numbers;
  for (int i = 0; i < 5000000; ++i) {
    numbers.push_back(i);
  }
  std::deque<std::string> words(10000, "word");
  std::map<int, std::string> ordered;
  std::unordered_map<int, int> hashed;
  for (int i = 0; i < 100000; ++i) {
    ordered[i] = std::to_string(i);
    hashed[i] = i;
  }
  std::pmr::monotonic_buffer_resource pool;
  std::pmr::vector<int> pooled(1000, &pool);
  std::function<int()> call = [&] { return numbers[7]; };
  return std::any_cast<int>(std::any(call())) == 7 && weak.lock() ? 0 : 1;
}
