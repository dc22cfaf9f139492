package dev.stint.weave;

import java.util.ArrayList;
import java.util.List;

/** Small methods that are woven and counted; what each costs is in its comment, worked by hand. */
@SuppressWarnings({"UnusedVariable", "StatementSwitchToExpressionSwitch"})
final class Shapes {
    private int field;

    private Shapes() {}

    static int callee(int x) {
        return x + 1;
    }

    /** No site, no loop: 0. */
    static int nothing(int n) {
        return n * 2;
    }

    /** Two calls: 2. */
    static int calls(int n) {
        return callee(callee(n));
    }

    /** One goto backwards for each turn: n. */
    static int forLoop(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }

    /** A conditional branch backwards, taken n - 1 times: n - 1. */
    static int doWhile(int n) {
        int i = 0;
        do {
            i++;
        } while (i < n);
        return i;
    }

    /** A call and a goto for each turn: 2n. */
    static int loopWithCall(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum = callee(sum);
        }
        return sum;
    }

    /** Inner: n * n gotos; outer: n gotos and n calls. */
    static int nested(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sum += i ^ j;
            }
            sum = callee(sum);
        }
        return sum;
    }

    /** Each turn leaves the inner loop backwards: n, and 1 for each of its n / 2 turns. */
    static int labelledContinue(int n) {
        int sum = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; ; j++) {
                if (j >= i) {
                    continue outer;
                }
                sum++;
            }
        }
        return sum;
    }

    /** Leaves a counting loop by a return in it. 5 turns of 1 call and 1 goto, then 1 call: 11. */
    static int returnFromLoop(List<Integer> list) {
        for (int i = 0; ; i++) {
            if (list.get(i) == 5) { // get, intValue
                return i;
            }
        }
    }

    /** Each turn: charAt and goto in one sum, also the last, which throws: 2 * length + 2. */
    static int thrownOut(String text) {
        int sum = 0;
        for (int i = 0; ; i++) {
            sum += text.charAt(i);
        }
    }

    /** As before, and 1 for the handler. */
    static int thrownToHandler(String text) {
        int sum = 0;
        try {
            for (int i = 0; ; i++) {
                sum += text.charAt(i);
            }
        } catch (StringIndexOutOfBoundsException e) {
            return sum;
        }
    }

    /** Each turn: parseInt, perhaps 1 for the handler, goto. */
    static int caughtInLoop(List<String> texts) {
        int bad = 0;
        for (int i = 0; i < texts.size(); i++) { // size for each, and once more
            try {
                Integer.parseInt(texts.get(i)); // get, parseInt
            } catch (NumberFormatException e) {
                bad++;
            }
        }
        return bad;
    }

    /** A synchronized block around a loop: n. */
    int synchronizedLoop(int n) {
        synchronized (this) {
            for (int i = 0; i < n; i++) {
                field += i;
            }
        }
        return field;
    }

    /** A loop around a synchronized block: n. */
    int loopWithSynchronized(int n) {
        for (int i = 0; i < n; i++) {
            synchronized (this) {
                field += i;
            }
        }
        return field;
    }

    /** new, init, then n adds with a box each: 2 + 3n; 24 bytes of ArrayList. */
    static int boxes(int n) {
        var list = new ArrayList<Integer>();
        for (int i = 0; i < n; i++) {
            list.add(i); // valueOf, add, goto
        }
        return list.size(); // 1
    }

    /** One array, one op; 16 + 4n rounded up. */
    static int array(int n) {
        return new int[n].length;
    }

    /** One op; 16 + 4 * 3 and three of 16 + 8 * 5. */
    static int arrays() {
        return new long[3][5].length;
    }

    /** A negative length costs its operation, and 1 for the handler. */
    static int negativeArray() {
        try {
            return new int[-1].length;
        } catch (NegativeArraySizeException e) {
            return -1;
        }
    }

    static Shapes make() {
        return new Shapes(); // 2, init of Object is free; 16 bytes
    }

    /** A switch with an arm that goes on with the loop. */
    static int switchInLoop(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            switch (i % 3) {
                case 0:
                    continue;
                case 1:
                    sum += 1;
                    break;
                default:
                    sum += callee(i);
            }
        }
        return sum;
    }

    /** A try with finally in a loop of a loop, left in all ways. */
    static int finallyLoops(int n) {
        int done = 0;
        for (int i = 0; i < n; i++) {
            try {
                if (i % 3 == 0) {
                    continue;
                }
                if (i % 5 == 0) {
                    throw new IllegalStateException();
                }
            } catch (IllegalStateException e) {
                done += 100;
            } finally {
                done++;
            }
        }
        return done;
    }
}
