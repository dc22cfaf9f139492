fun sort(a: LongArray, from: Int, to: Int) {
    if (from >= to) return
    val pivot = a[(from + to) / 2]
    var i = from
    var k = to
    while (i <= k) {
        while (a[i] < pivot) i++
        while (a[k] > pivot) k--
        if (i <= k) {
            val swapped = a[i]
            a[i] = a[k]
            a[k] = swapped
            i++
            k--
        }
    }
    sort(a, from, k)
    sort(a, i, to)
}

fun sorted(): Long {
    val size = 20000
    val a = LongArray(size)
    var seed = 42L
    for (i in 0 until size) {
        seed = seed * 16807 % 2147483647
        a[i] = seed
    }
    sort(a, 0, size - 1)
    var sum = 0L
    for (i in 0 until size) sum += a[i] % 1000 * (i % 7)
    return sum
}

sorted()
