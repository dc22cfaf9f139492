package dev.stint.weave.reference.programs;

/** Loops of every shape, and the ways out of them. */
public final class Loops {
    private Loops() {}

    public static Object run(int n) {
        StringBuilder out = new StringBuilder();
        out.append(labelled(n)).append(' ');
        out.append(doWhile(n)).append(' ');
        out.append(endless(n)).append(' ');
        out.append(switched(n)).append(' ');
        out.append(twoCounters(n)).append(' ');
        out.append(returnsFromInside(n)).append(' ');
        out.append(breaksBlock(n)).append(' ');
        out.append(never(n)).append(' ');
        out.append(conditionCalls(n)).append(' ');
        out.append(collatz(27));
        return out.toString();
    }

    private static int labelled(int n) {
        int count = 0;
        outer:
        for (int i = 0; i < n; i++) {
            middle:
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    if (k == 3) {
                        continue middle;
                    }
                    if (i * j == 6) {
                        continue outer;
                    }
                    if (i + j + k > 12) {
                        break outer;
                    }
                    count++;
                }
            }
        }
        return count;
    }

    private static int doWhile(int n) {
        int i = n;
        int sum = 0;
        do {
            sum += i;
            i -= 2;
            if (sum % 5 == 0) {
                continue;
            }
            sum++;
        } while (i > 0);
        return sum;
    }

    private static int endless(int n) {
        int i = 0;
        while (true) {
            i += 3;
            if (i % 7 == 0 && i > n) {
                break;
            }
        }
        for (; ; ) {
            if (--i < 0) {
                return i;
            }
        }
    }

    @SuppressWarnings("fallthrough")
    private static int switched(int n) {
        int state = 0;
        int steps = 0;
        while (state != 9) {
            steps++;
            switch (state) {
                case 0:
                    state = 3;
                    break;
                case 3:
                    state = steps > n ? 9 : 1;
                    continue;
                case 1:
                    state = 2;
                // falls through
                case 2:
                    state += 5;
                    break;
                default:
                    state = 0;
            }
        }
        return steps;
    }

    private static long twoCounters(int n) {
        long sum = 0;
        for (int i = 0, j = n; i < j; i++, j--) {
            sum += (long) i * j;
        }
        return sum;
    }

    private static int returnsFromInside(int n) {
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                if (i * j > n) {
                    return i * 100 + j;
                }
            }
        }
        return -1;
    }

    @SuppressWarnings("LabelledBreakTarget")
    private static int breaksBlock(int n) {
        int result = 0;
        for (int i = 0; i < n; i++) {
            block:
            {
                if (i % 3 == 0) {
                    break block;
                }
                result += i;
            }
            result++;
        }
        return result;
    }

    private static int never(int n) {
        int x = n;
        while (x < 0) {
            x = Integer.parseInt("5");
        }
        return x;
    }

    private static int conditionCalls(int n) {
        StringBuilder text = new StringBuilder("x");
        while ((text.length() < n && text.charAt(0) == 'x') || text.isEmpty()) {
            text.append('y');
        }
        return text.length();
    }

    private static int collatz(long start) {
        int steps = 0;
        for (long x = start; x != 1; x = x % 2 == 0 ? x / 2 : 3 * x + 1) {
            steps++;
        }
        return steps;
    }
}
