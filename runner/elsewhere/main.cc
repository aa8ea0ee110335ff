#include "elsewhere.h"

int main(int argc, char** argv) {
  return sbx::elsewhere::answer(SBX_PROGRAM, {argv + (argc > 0 ? 1 : 0), argv + argc});
}
