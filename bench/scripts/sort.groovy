void sort(long[] a, int from, int to) {
    if (from >= to) return
    long pivot = a[(from + to) >> 1]
    int i = from
    int k = to
    while (i <= k) {
        while (a[i] < pivot) i++
        while (a[k] > pivot) k--
        if (i <= k) {
            long swapped = a[i]
            a[i] = a[k]
            a[k] = swapped
            i++
            k--
        }
    }
    sort(a, from, k)
    sort(a, i, to)
}

long sorted() {
    int size = 20000
    long[] a = new long[size]
    long seed = 42
    for (int i = 0; i < size; i++) {
        seed = seed * 16807L % 2147483647L
        a[i] = seed
    }
    sort(a, 0, size - 1)
    long sum = 0
    for (int i = 0; i < size; i++) sum += a[i] % 1000L * (i % 7)
    sum
}

sorted()
