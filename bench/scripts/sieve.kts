fun primes(below: Int): Int {
    val composite = BooleanArray(below)
    var count = 0
    for (i in 2 until below) {
        if (composite[i]) continue
        count++
        var k = i.toLong() * i
        while (k < below) {
            composite[k.toInt()] = true
            k += i
        }
    }
    return count
}

primes(300000)
