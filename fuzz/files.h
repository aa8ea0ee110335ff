// fuzz/files.h - small files and folders, and what a hostile program may have left in them.
//
// Thread-safe.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sbx::fuzz {

// The whole file, at most `most` bytes of it; nothing: it cannot be read or is no regular file. A
// link is not followed, a FIFO does not block.
[[nodiscard]] std::optional<std::string> read_file(const std::string& path,
                                                   std::size_t most = 64u << 20);
// False: it could not be written whole.
[[nodiscard]] bool write_file(const std::string& path, std::string_view bytes);

// Why a file could not be written there, or nothing be put into a folder that is there or is to be
// made: "EACCES", "is a folder". Empty: they can.
[[nodiscard]] std::string file_refused(const std::string& path);
[[nodiscard]] std::string folder_refused(const std::string& path);

// Regular files right in a folder, sorted by name.
[[nodiscard]] std::vector<std::string> files_in(const std::string& folder);

// Removes everything below a folder that is neither a folder nor a regular file: a boxed program
// wrote there, and a link of its making would lead whoever reads it out of the box.
void sweep(const std::string& folder);

}  // namespace sbx::fuzz
