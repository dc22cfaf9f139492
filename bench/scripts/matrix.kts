fun multiply(): Long {
    val size = 80
    val left = DoubleArray(size * size)
    val right = DoubleArray(size * size)
    val product = DoubleArray(size * size)
    for (i in 0 until size) {
        for (k in 0 until size) {
            left[i * size + k] = (i + 2 * k).toDouble()
            right[i * size + k] = (i - k).toDouble()
        }
    }
    for (i in 0 until size) {
        for (k in 0 until size) {
            var sum = 0.0
            for (m in 0 until size) sum += left[i * size + m] * right[m * size + k]
            product[i * size + k] = sum
        }
    }
    return (product[3 * size + 5] + product[70 * size + 60]).toLong()
}

multiply()
