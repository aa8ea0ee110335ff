// sbx/pool.h - many boxes of one shape, each at about the price of starting its program.
//
//   sbx::Request shape;                                   // everything but the steps
//   shape.tree = {{.host = "tests", .inside = "/src", .how = sbx::How::overlay}};
//   shape.streams = {{}, sbx::Output::capture(), sbx::Output::capture()};
//   sbx::Pool pool(shape);
//   for (const std::string& test : tests) {
//     sbx::Result<sbx::Report> report = pool.run({.argv = {"/src/" + test}});
//   }
//
// A cell is a box that stands after its program left: its namespaces, its tree, its walls. A box
// that comes after another of its shape is run in it; it has its own processes, Landlock domain,
// limits and streams, a filter that its init installed once for all of its kind, and finds nothing
// of the one before: where that left anything (a file, a time, a mode, an attribute), or had
// several steps, the tree is laid anew, with a tmpfs and an overlay that nobody has seen (Linux
// 6.13). A cell serves one live box at a time, one caller and one level of trust. It is thrown
// away as soon as anything but the program itself ended a program (a refusal, a cap, a stop), and
// when the host's mounts change; the next box then builds its own. Boxes with net, proc or a
// read_write mount always do.
//
// Reports are those of run(), byte for byte. While nothing runs a cell is three processes of one
// memory: its helper, the box's init, and the next box's step, which has its walls already and
// waits for its program.
//
// REQUIRES: nobody but the pool's own boxes (by a read_write mount) changes the trees of the host
// that boxes see while the pool lives: the kernel says of a layer of an overlay that it must not.
// Where somebody does, use run().
//
// run() is thread-safe, and as careful of the caller as sbx::run. Not for use in a forked copy of
// the process.
#pragma once
#include <memory>

#include "sbx/box.h"

namespace sbx {

class Pool {
 public:
  // At most `cells` boxes at once; 0: one for each processor. Starts nothing yet.
  explicit Pool(Request shape = {}, unsigned cells = 0);
  // Ends every cell, and returns when nothing is left of them. REQUIRES: no run() is under way.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // The shape with this one step. Waits while all cells are in use. Errors as sbx::run's.
  Result<Report> run(Step step, std::stop_token = {});
  // Any request: one of another shape takes a cell's place.
  Result<Report> run(const Request&, std::stop_token = {});

 private:
  class Cells;
  Request shape_;
  std::unique_ptr<Cells> cells_;
};

}  // namespace sbx
