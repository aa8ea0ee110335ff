// C11 atomics in one thread: exchange, compare and swap, fetch operations, fences.
// test-toolchain: gcc
// expect-stdout: 5 6 16 17
// expect-stdout: 0 17 1 1
// expect-stdout: 0 1
#include <stdatomic.h>
#include <stdio.h>

int main(void) {
  atomic_int value = 5;
  atomic_flag flag = ATOMIC_FLAG_INIT;
  int expected = 7;
  printf("%d", atomic_exchange(&value, 6));
  printf(" %d", atomic_fetch_add(&value, 10));
  printf(" %d", atomic_fetch_or(&value, 1));
  printf(" %d\n", atomic_load(&value));
  printf("%d", atomic_compare_exchange_strong(&value, &expected, 1));
  printf(" %d", expected);
  printf(" %d", atomic_compare_exchange_strong(&value, &expected, 1));
  printf(" %d\n", atomic_load_explicit(&value, memory_order_acquire));
  printf("%d", atomic_flag_test_and_set(&flag));
  printf(" %d\n", atomic_flag_test_and_set(&flag));
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}
