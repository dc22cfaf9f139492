fun made(): String {
    val words = ArrayList<String>()
    var seed = 42L
    for (i in 0 until 5000) {
        seed = seed * 16807 % 2147483647
        words.add("w" + (seed % 30 * (seed % 11)))
    }
    return words.joinToString(" ")
}

fun count(): Long {
    val counts = HashMap<String, Long>()
    for (word in made().split(" ")) counts[word] = (counts[word] ?: 0L) + 1L
    var sum = 0L
    for ((word, times) in counts) sum += times * times * word.length
    return sum
}

count()
