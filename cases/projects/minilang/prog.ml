# The first primes, a sum and a recursive function, in a language made for this project.
fun fib(n)
  if n < 2
    return n
  end
  return fib(n - 1) + fib(n - 2)
end

fun prime(n)
  let d = 2
  while d * d <= n
    if n % d == 0
      return 0
    end
    let d = d + 1
  end
  return 1
end

fun main()
  let n = 2
  let sum = 0
  while n < 30
    if prime(n)
      print n
      let sum = sum + n
    end
    let n = n + 1
  end
  print sum
  print fib(24)
  print (1 + 2) * -3
  return 0
end
