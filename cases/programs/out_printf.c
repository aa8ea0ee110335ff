// Corners of printf's integer and string conversions.
// expect-stdout: [   42] [42   ] [00042] [+42] [ 42] [  042] []
// expect-stdout: [beef] [BEEF] [0xbeef] [10] [010] [0]
// expect-stdout: [-2147483648] [2147483647] [4294967295]
// expect-stdout: [-9223372036854775808] [18446744073709551615] [44] [4464]
// expect-stdout: [8] [-3] [-4]
// expect-stdout: [text] [      text] [text      ] [tex] [    ab] [cd    ]
// expect-stdout: [abc] [%%] [  d]
// expect-stdout: 12 characters
// expect-stdout: counted 13
// expect-stdout: snprintf wants 17 and keeps [longer ]
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  char buffer[8];
  int count = 0;
  printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%5.3d] [%.0d]\n", 42, 42, 42, 42, 42, 42, 0);
  printf("[%x] [%X] [%#x] [%o] [%#o] [%#x]\n", 48879, 48879, 48879, 8, 8, 0);
  printf("[%d] [%d] [%u]\n", INT_MIN, INT_MAX, UINT_MAX);
  printf("[%lld] [%llu] [%hhd] [%hd]\n", LLONG_MIN, ULLONG_MAX, (signed char)300, (short)70000);
  printf("[%zu] [%td] [%jd]\n", sizeof(int64_t), (ptrdiff_t)-3, (intmax_t)-4);
  printf("[%s] [%10s] [%-10s] [%.3s] [%*s] [%-*s]\n", "text", "text", "text", "text", 6, "ab", 6,
         "cd");
  printf("[%c%c%c] [%%] [%3c]\n", 'a', 'b', 'c', 'd');
  printf("%d characters%n\n", 12, &count);
  printf("counted %d\n", count);
  printf("snprintf wants %d", snprintf(buffer, sizeof buffer, "%s", "longer than eight"));
  printf(" and keeps [%s]\n", buffer);
  return 0;
}
