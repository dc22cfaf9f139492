fun steps(): Long {
    var sum = 0L
    for (start in 1 until 30000) {
        var n = start.toLong()
        while (n != 1L) {
            n = if (n % 2 == 0L) n / 2 else 3 * n + 1
            sum++
        }
    }
    return sum
}

steps()
