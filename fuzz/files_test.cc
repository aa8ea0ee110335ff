#include "fuzz/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "fuzz/merge_control.h"
#include "fuzz/workspace.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() {
    char name[] = "/tmp/sbx-files-test-XXXXXX";
    folder_ = ::mkdtemp(name);
  }
  ~Files() override { fs::remove_all(folder_); }
  std::string at(const std::string& name) { return folder_ + "/" + name; }
  std::string folder_;
};

TEST_F(Files, AreReadWhereTheyAreFiles) {
  ASSERT_TRUE(write_file(at("a"), std::string("x\0y", 3)));
  EXPECT_EQ(read_file(at("a")), std::string("x\0y", 3));
  EXPECT_EQ(read_file(at("a"), 2), std::string("x\0", 2));
  EXPECT_FALSE(read_file(at("missing")));
  EXPECT_FALSE(read_file(folder_));
  ASSERT_EQ(::symlink(at("a").c_str(), at("link").c_str()), 0);
  ASSERT_EQ(::mkfifo(at("fifo").c_str(), 0600), 0);
  EXPECT_FALSE(read_file(at("link")));
  EXPECT_FALSE(read_file(at("fifo")));
  EXPECT_FALSE(write_file(at("link"), "x"));
  EXPECT_EQ(files_in(folder_), std::vector<std::string>{"a"});
}

// In place: whoever knows the file by another name sees it change, and nothing of the old stays.
TEST_F(Files, AreWrittenOver) {
  for (const std::size_t size : {70, 3, 900, 0, 1}) {
    const std::string bytes(size, static_cast<char>('a' + size % 7));
    ASSERT_TRUE(write_file(at("a"), bytes));
    EXPECT_EQ(read_file(at("a")), bytes);
    if (size == 70) {
      ASSERT_EQ(::link(at("a").c_str(), at("b").c_str()), 0);
    }
    EXPECT_EQ(read_file(at("b")), bytes);
  }
  EXPECT_TRUE(write_file("/dev/null", "x"));
  EXPECT_FALSE(write_file(folder_, "x"));
  EXPECT_FALSE(write_file("/dev/full", "x"));
}

TEST_F(Files, SweepLeavesFilesAndFolders) {
  fs::create_directories(at("d/e"));
  ASSERT_TRUE(write_file(at("d/e/a"), "x"));
  ASSERT_EQ(::symlink("/etc/passwd", at("d/e/link").c_str()), 0);
  ASSERT_EQ(::symlink("/etc", at("d/folder").c_str()), 0);
  ASSERT_EQ(::mkfifo(at("fifo").c_str(), 0600), 0);
  sweep(folder_);
  EXPECT_TRUE(fs::exists(at("d/e/a")));
  EXPECT_FALSE(fs::exists(fs::symlink_status(at("d/e/link"))));
  EXPECT_FALSE(fs::exists(fs::symlink_status(at("d/folder"))));
  EXPECT_FALSE(fs::exists(fs::symlink_status(at("fifo"))));
}

TEST_F(Files, NamesLibFuzzerCannotBeToldAreFound) {
  EXPECT_EQ(unspeakable(folder_), "");
  fs::create_directories(at("d"));
  ASSERT_TRUE(write_file(at("d/a b;c"), "x"));
  EXPECT_EQ(unspeakable(folder_), "");
  ASSERT_TRUE(write_file(at("d/a,b"), "x"));
  EXPECT_EQ(unspeakable(folder_), "d/a,b: libFuzzer parts names by commas and lines: rename it");
  fs::remove(at("d/a,b"));
  ASSERT_TRUE(write_file(at("a\nb"), "x"));
  EXPECT_EQ(unspeakable(folder_), "a\\nb: libFuzzer parts names by commas and lines: rename it");
  fs::remove(at("a\nb"));
  ASSERT_EQ(::symlink("d", at("link").c_str()), 0);
  EXPECT_EQ(unspeakable(folder_), "link: is no file and no folder: a box does not follow it");
  fs::remove(at("link"));
  EXPECT_NE(unspeakable(at("missing")), "");
  // A job leaves where it meets what it cannot read, and that would look like a bug.
  ASSERT_EQ(::chmod(at("d").c_str(), 0), 0);
  const bool root = ::geteuid() == 0;
  EXPECT_EQ(unspeakable(folder_),
            root ? "d: the folder's owner cannot read it" : "d: cannot be read");
  ASSERT_EQ(::chmod(at("d").c_str(), 0700), 0);
  ASSERT_EQ(::chmod(at("d/a b;c").c_str(), 0), 0);
  EXPECT_EQ(unspeakable(folder_),
            root ? "d/a b;c: the folder's owner cannot read it" : "d/a b;c: cannot be read");
  ASSERT_EQ(::chmod(at("d/a b;c").c_str(), 0600), 0);
  EXPECT_EQ(unspeakable(folder_), "");
  if (root) {  // others' rights count for what is others'
    ASSERT_EQ(::chown(at("d/a b;c").c_str(), 12345, 12345), 0);
    EXPECT_EQ(unspeakable(folder_), "d/a b;c: the folder's owner cannot read it");
    ASSERT_EQ(::chmod(at("d/a b;c").c_str(), 0604), 0);
    EXPECT_EQ(unspeakable(folder_), "");
  }
}

constexpr const char* kControl = "2\n0\nc0/a b\nt/C1/x\n";

TEST(MergeControl, HasAHeaderOfNames) {
  const MergeControl c = parse_control(std::string(kControl) + "STARTED 0 5\nFT 0 1 2\n");
  EXPECT_EQ(c.header, kControl);
  EXPECT_EQ(c.files, (std::vector<std::string>{"c0/a b", "t/C1/x"}));
  for (const char* bad :
       {"", "2\n", "x\n0\n", "2\n0\nonly one\n", "2\n0\na\nb", "1 \n0\na\n", "99999999999\n0\n"}) {
    EXPECT_TRUE(parse_control(bad).header.empty()) << bad;
  }
}

TEST(MergeControl, OnlyNumbersComeBack) {
  const std::string good = std::string(kControl) + "STARTED 0 5\nFT 0 1 2\nCOV 0 3\nSTARTED 1 9\n";
  EXPECT_EQ(believed(kControl, good), good);
  EXPECT_EQ(believed(kControl, good + "FT 0 /etc/passwd\nelse\nSTARTED\n"), good);
  EXPECT_EQ(believed(kControl, "2\n0\n/etc/shadow\nt/C1/x\nFT 0 1\n"), kControl);
  EXPECT_EQ(believed(kControl, "3\n0\nc0/a b\nt/C1/x\n/etc/shadow\n"), kControl);
  EXPECT_EQ(believed(kControl, ""), kControl);
}

TEST_F(Files, WhatCannotBeWrittenIsKnownBefore) {
  ASSERT_TRUE(write_file(at("file"), "x"));
  ASSERT_EQ(::symlink("file", at("link").c_str()), 0);
  EXPECT_EQ(file_refused(at("file")), "");
  EXPECT_EQ(file_refused(at("new")), "");
  EXPECT_EQ(file_refused(at("link")), "is a link");
  EXPECT_EQ(file_refused(folder_), "is a folder");
  EXPECT_EQ(file_refused(at("no/new")), "ENOENT");
  EXPECT_EQ(file_refused(at("file/new")), "ENOTDIR");
  EXPECT_EQ(folder_refused(folder_), "");
  EXPECT_EQ(folder_refused(at("no/new")), "");
  EXPECT_EQ(folder_refused(at("file")), "is no folder");
  EXPECT_EQ(folder_refused(at("file/new")), "ENOTDIR");
  EXPECT_EQ(read_file(at("file")), "x");
}

}  // namespace
}  // namespace sbx::fuzz
