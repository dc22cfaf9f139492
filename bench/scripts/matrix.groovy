long multiply() {
    int size = 80
    double[] left = new double[size * size]
    double[] right = new double[size * size]
    double[] product = new double[size * size]
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < size; k++) {
            left[i * size + k] = (double) (i + 2 * k)
            right[i * size + k] = (double) (i - k)
        }
    }
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < size; k++) {
            double sum = 0.0d
            for (int m = 0; m < size; m++) {
                sum += left[i * size + m] * right[m * size + k]
            }
            product[i * size + k] = sum
        }
    }
    (long) (product[3 * size + 5] + product[70 * size + 60])
}

multiply()
