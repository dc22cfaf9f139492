long steps() {
    long sum = 0
    for (int start = 1; start < 30000; start++) {
        long n = start
        while (n != 1L) {
            if (n % 2L == 0L) n = n >> 1 else n = 3L * n + 1L
            sum++
        }
    }
    sum
}

steps()
