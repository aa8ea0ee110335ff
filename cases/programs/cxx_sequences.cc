// deque, list, forward_list, array, stack, queue, priority_queue.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: -440 10
// expect-stdout: 10 20 1 3 5 0
// expect-stdout: abc 42
// expect-stdout: 141
#include <array>
#include <deque>
#include <forward_list>
#include <functional>
#include <iostream>
#include <list>
#include <queue>
#include <stack>
#include <vector>

int main() {
  std::deque<int> both;
  for (int i = 0; i < 5; i++) {
    both.push_back(i);
    both.push_front(-i);
  }
  std::cout << both.front() << both.back() << both[5] << ' ' << both.size() << '\n';
  std::list<int> list{5, 1, 4, 2, 3}, other{10, 20};
  list.sort();
  list.splice(list.begin(), other);
  list.remove_if([](int n) { return n % 2 == 0 && n < 10; });
  for (int n : list) {
    std::cout << n << ' ';
  }
  std::cout << other.size() << '\n';
  std::forward_list<char> single{'c', 'b', 'a'};
  single.reverse();
  for (char c : single) {
    std::cout << c;
  }
  std::array<int, 4> fixed{{4, 3, 2, 1}};
  std::cout << ' ' << fixed.size() << std::get<2>(fixed) << '\n';
  std::stack<int> stack;
  std::queue<int> queue;
  std::priority_queue<int, std::vector<int>, std::greater<int>> heap;
  for (int n : fixed) {
    stack.push(n);
    queue.push(n);
    heap.push(n);
  }
  std::cout << stack.top() << queue.front() << heap.top() << '\n';
}
