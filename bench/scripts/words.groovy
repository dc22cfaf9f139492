String made() {
    List<String> words = []
    long seed = 42
    for (int i = 0; i < 5000; i++) {
        seed = seed * 16807L % 2147483647L
        words.add("w" + (seed % 30L * (seed % 11L)))
    }
    words.join(" ")
}

long count() {
    Map<String, Long> counts = [:]
    for (String word : made().split(" ")) {
        counts.put(word, (counts.get(word) ?: 0L) + 1L)
    }
    long sum = 0
    for (entry in counts.entrySet()) {
        sum += entry.value * entry.value * entry.key.length()
    }
    sum
}

count()
