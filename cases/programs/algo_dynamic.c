// Edit distance, longest common subsequence, coins and a knapsack by tables.
// expect-stdout: 3 3
// expect-stdout: 7
// expect-stdout: 4562
// expect-stdout: 51
#include <stdio.h>
#include <string.h>

static int least(int a, int b) {
  return a < b ? a : b;
}
static int most(int a, int b) {
  return a > b ? a : b;
}

static int distance(const char* a, const char* b) {
  int table[32][32], n = (int)strlen(a), m = (int)strlen(b);
  for (int i = 0; i <= n; i++) {
    for (int j = 0; j <= m; j++) {
      table[i][j] = i == 0   ? j
                    : j == 0 ? i
                             : least(least(table[i - 1][j], table[i][j - 1]) + 1,
                                     table[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
    }
  }
  return table[n][m];
}

static int common(const char* a, const char* b) {
  int table[32][32] = {{0}}, n = (int)strlen(a), m = (int)strlen(b);
  for (int i = 1; i <= n; i++) {
    for (int j = 1; j <= m; j++) {
      table[i][j] =
          a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : most(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[n][m];
}

int main(void) {
  static const int coins[] = {1, 2, 5, 10, 20, 50}, weights[] = {12, 7, 11, 8, 9, 6},
                   worths[] = {24, 13, 23, 15, 16, 11};
  static long ways[101] = {1};
  static int best[27];
  printf("%d %d\n", distance("kitten", "sitting"), distance("", "abc"));
  printf("%d\n", common("AGGTABQWERTY", "GXTXAYBWRT"));
  for (int c = 0; c < 6; c++) {
    for (int sum = coins[c]; sum <= 100; sum++) {
      ways[sum] += ways[sum - coins[c]];
    }
  }
  printf("%ld\n", ways[100]);
  for (int i = 0; i < 6; i++) {
    for (int room = 26; room >= weights[i]; room--) {
      best[room] = most(best[room], best[room - weights[i]] + worths[i]);
    }
  }
  printf("%d\n", best[26]);
  return 0;
}
