// Variable arguments of every class: integers, doubles, pointers, more than fit into registers.
// expect-stdout: first again: 1, strings 1
// expect-stdout: 7.5
// expect-stdout: first again: 1, strings 0
// expect-stdout: 55
// expect-stdout: 78
// expect-stdout: 7-seven-7.77-7
#include <stdarg.h>
#include <stdio.h>

static double mix(const char* format, ...) {
  va_list arguments, again;
  double sum = 0;
  int strings = 0;
  va_start(arguments, format);
  va_copy(again, arguments);
  for (const char* f = format; *f; f++) {
    if (*f == 'i') {
      sum += va_arg(arguments, int);
    } else if (*f == 'l') {
      sum += (double)va_arg(arguments, long long);
    } else if (*f == 'd') {
      sum += va_arg(arguments, double);
    } else {
      strings += va_arg(arguments, char*) != NULL;
    }
  }
  va_end(arguments);
  if (*format == 'i') {
    printf("first again: %d, strings %d\n", va_arg(again, int), strings);
  }
  va_end(again);
  return sum;
}

static void forward(char* to, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(to, size, format, arguments);
  va_end(arguments);
}

int main(void) {
  char text[64];
  printf("%g\n", mix("idsl", 1, 2.5, "x", 4LL));
  printf("%g\n", mix("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  printf("%g\n", mix("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.));
  forward(text, sizeof text, "%d-%s-%.2f-%c", 7, "seven", 7.77, '7');
  puts(text);
  return 0;
}
