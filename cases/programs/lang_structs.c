// Structs by value: arguments, results, arrays in structs, nesting, layout.
// expect-stdout: 2 1, box, -1.5 3.5
// expect-stdout: 3 boxes, 9, third
// expect-stdout: 32: 8 16 20 24
#include <stddef.h>
#include <stdio.h>

struct point {
  double x, y;
};
struct box {
  struct point low, high;
  char name[10];
};
struct mixed {
  char a;
  double b;
  short c;
  int d;
  char e;
};

static struct point middle(struct box b) {
  struct point p = {(b.low.x + b.high.x) / 2, (b.low.y + b.high.y) / 2};
  b.name[0] = '!';
  return p;
}

static struct box grow(struct box b, double by) {
  b.low.x -= by;
  b.low.y -= by;
  b.high.x += by;
  b.high.y += by;
  return b;
}

int main(void) {
  struct box b = {{0, 0}, {4, 2}, "box"}, c = grow(b, 1.5);
  struct point m = middle(c);
  struct box boxes[] = {[2] = {.name = "third"}, [0] = {.high = {.y = 9}}};
  printf("%g %g, %s, %g %g\n", m.x, m.y, c.name, c.low.x, c.high.y);
  printf("%lu boxes, %g, %s\n", (unsigned long)(sizeof boxes / sizeof *boxes), boxes[0].high.y,
         boxes[2].name);
  printf("%lu: %lu %lu %lu %lu\n", (unsigned long)sizeof(struct mixed),
         (unsigned long)offsetof(struct mixed, b), (unsigned long)offsetof(struct mixed, c),
         (unsigned long)offsetof(struct mixed, d), (unsigned long)offsetof(struct mixed, e));
  return 0;
}
