// sbx/direct.h - for a program that is nothing but one box: no helper, the process itself
// supervises.
//
//   sbx::Report report = sbx::run_here(request);   // in main(), single-threaded, then exit
//
// REQUIRES: a single-threaded process of a trusted program. `sbx` is one. Anything else uses
// sbx::run (box.h).
#pragma once
#include "sbx/box.h"
#include "sbx/host.h"

namespace sbx {

// As run(): Request::streams say where output goes (capture is not offered here).
Result<Report> run_here(const Request&);
// A program whose entry starts the box's init early (child/early.h) says here that it makes no box.
void drop_early();
// As check_host(), measured by children of this process.
[[nodiscard]] std::vector<Capability> check_here();

}  // namespace sbx
