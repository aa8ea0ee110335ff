#include "runner/select.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "sbx/report.h"

namespace sbx::runner {

Result<Selection> Selection::make(const Options& options) {
  Selection selection;
  re2::RE2::Options quiet;
  quiet.set_log_errors(false);
  for (const std::string& filter : options.filters) {
    auto regex = std::make_shared<const re2::RE2>(filter, quiet);
    if (!regex->ok()) {
      return tl::unexpected(Error{"--filter", "'" + filter + "': " + regex->error()});
    }
    selection.filters_.push_back(std::move(regex));
  }
  selection.tags_ = options.tags;
  selection.shard_ = options.shard;
  return selection;
}

bool Selection::keeps_id(const std::string& id) const {
  const auto matches = [&](const std::shared_ptr<const re2::RE2>& filter) {
    return re2::RE2::PartialMatch(id, *filter);
  };
  if (!filters_.empty() && std::none_of(filters_.begin(), filters_.end(), matches)) {
    return false;
  }
  return shard_.count == 1 || stable_hash(id) % shard_.count == shard_.index - 1;
}

bool Selection::keeps(const std::string& id, const std::vector<std::string>& tags) const {
  for (const std::string& tag : tags_) {
    const bool without = !tag.empty() && tag[0] == '!';
    const bool has = std::find(tags.begin(), tags.end(), tag.substr(without ? 1 : 0)) != tags.end();
    if (has == without) {
      return false;
    }
  }
  if (only_failed_ && failed_.count(sbx::escape(id, std::string::npos)) == 0) {
    return false;
  }
  return keeps_id(id);
}

std::uint64_t stable_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  // FNV's low bits are weak where the last bytes alone differ, and a shard is a remainder.
  return hash ^ (hash >> 32);
}

std::vector<std::size_t> slowest_first(const std::vector<std::chrono::microseconds>& known) {
  std::chrono::microseconds sum{0};
  std::size_t count = 0;
  for (const auto time : known) {
    if (time.count() > 0) {
      sum += time;
      ++count;
    }
  }
  const std::chrono::microseconds average =
      count == 0 ? sum : sum / static_cast<std::int64_t>(count);
  const auto expected = [&](std::size_t i) { return known[i].count() > 0 ? known[i] : average; };
  std::vector<std::size_t> order(known.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return expected(a) > expected(b); });
  return order;
}

std::vector<std::size_t> shuffled(std::size_t n, std::uint64_t seed) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937_64 random(seed);
  // std::shuffle may differ between standard libraries; a seed must mean the same order everywhere.
  for (std::size_t i = n; i > 1; --i) {
    std::swap(order[i - 1], order[random() % i]);
  }
  return order;
}

}  // namespace sbx::runner
