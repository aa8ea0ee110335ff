// expect-exit: 0
print(0)
