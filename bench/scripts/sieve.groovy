int primes(int below) {
    boolean[] composite = new boolean[below]
    int count = 0
    for (int i = 2; i < below; i++) {
        if (composite[i]) continue
        count++
        for (long k = (long) i * i; k < below; k += i) composite[(int) k] = true
    }
    count
}

primes(300000)
