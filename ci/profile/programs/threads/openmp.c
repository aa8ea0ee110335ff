// flags: -fopenmp
// dynamic
// OpenMP: a team of threads, a reduction, a critical section.
#include <omp.h>
#include <stdio.h>
int main(void) {
    long sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100000; i++) sum += i;
#pragma omp parallel
    {
#pragma omp critical
        sum++;
    }
    printf("%d\n", sum > 0);
    return 0;
}
