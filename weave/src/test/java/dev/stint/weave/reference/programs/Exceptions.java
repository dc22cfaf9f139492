package dev.stint.weave.reference.programs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Exceptions thrown by the program and by the JVM, in loops, through nested finally blocks. */
public final class Exceptions {
    private static final class Planned extends Exception {
        private static final long serialVersionUID = 1;
        private final int code;

        Planned(int code) {
            super("planned " + code);
            this.code = code;
        }
    }

    private static final class Resource implements AutoCloseable {
        private final List<String> log;
        private final int id;

        Resource(List<String> log, int id) {
            this.log = log;
            this.id = id;
            if (id == 5) {
                throw new IllegalStateException("five");
            }
            log.add("open " + id);
        }

        @Override
        public void close() throws Planned {
            log.add("close " + id);
            if (id == 3) {
                throw new Planned(id);
            }
        }
    }

    private Exceptions() {}

    public static Object run(int n) {
        List<String> log = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            log.add(nested(i, log));
            log.add(String.valueOf(overridden(i)));
            log.add(implicit(i));
            log.add(resources(i, log));
            log.add(rethrown(i));
            log.add(String.valueOf(inLoop(i)));
            log.add(String.valueOf(retries(i)));
        }
        if (n > 12) {
            throw new IllegalArgumentException(log.toString(), new Planned(n));
        }
        return log.hashCode() + " " + log.size();
    }

    @SuppressWarnings("StatementSwitchToExpressionSwitch") // both kinds are wanted
    private static int fail(int kind) throws Planned {
        switch (kind % 4) {
            case 0:
                throw new Planned(kind);
            case 1:
                throw new IllegalStateException("state " + kind);
            case 2:
                return 10 / (kind % 2);
            default:
                return kind;
        }
    }

    private static String nested(int kind, List<String> log) {
        String where = "start";
        try {
            try {
                where = "inner";
                log.add("got " + fail(kind));
                where = "after";
            } catch (IllegalStateException e) {
                where = "state";
                log.add("again " + fail(kind + 1));
            } finally {
                log.add("finally " + where);
                try {
                    fail(kind + 2);
                } catch (ArithmeticException e) {
                    log.add("divided");
                } finally {
                    where += "!";
                }
            }
        } catch (Planned | ArithmeticException e) {
            return where + " " + e.getClass().getSimpleName();
        } catch (RuntimeException e) {
            return where + " runtime " + e.getMessage();
        } finally {
            log.add("end");
        }
        return where;
    }

    @SuppressWarnings("Finally")
    private static int overridden(int i) {
        for (int round = 0; ; round++) {
            try {
                if (i % 6 == 0) {
                    throw new IllegalStateException("lost");
                }
                return round;
            } finally {
                if (round < 3) {
                    continue;
                }
                if (i % 3 == 0) {
                    return -round;
                }
                if (round > 5) {
                    break;
                }
            }
        }
        return i;
    }

    private static String implicit(int i) {
        try {
            return switch (i % 7) {
                case 0 -> String.valueOf(new int[2][i % 3 + 1][i].length);
                case 1 -> String.valueOf(nothing(i).length());
                case 2 -> String.valueOf(new int[3][2][1][i].length);
                case 3 -> String.valueOf(new int[-i].length);
                case 4 -> ((String) something(i));
                case 5 -> String.valueOf(i / zero(i));
                default -> {
                    Object[] strings = new String[1];
                    strings[0] = something(i);
                    yield "stored";
                }
            };
        } catch (NullPointerException e) {
            return "null";
        } catch (ArrayIndexOutOfBoundsException e) {
            return String.valueOf(e.getMessage());
        } catch (NegativeArraySizeException e) {
            return "negative " + e.getMessage();
        } catch (ClassCastException e) {
            return "cast";
        } catch (ArithmeticException e) {
            return String.valueOf(e.getMessage());
        } catch (ArrayStoreException e) {
            return "store";
        }
    }

    @SuppressWarnings("NullAway")
    private static String nothing(int i) {
        @Nullable String none = i < 0 ? "some" : null;
        return none;
    }

    private static int zero(int i) {
        return i & ~i;
    }

    private static Object something(int i) {
        return i;
    }

    private static String resources(int i, List<String> log) {
        try (Resource first = new Resource(log, i);
                Resource second = new Resource(log, i + 1)) {
            return first.id + second.id + "";
        } catch (Planned e) {
            return e.getMessage() + e.getSuppressed().length + e.code;
        } catch (IllegalStateException e) {
            return "not opened " + e.getSuppressed().length;
        }
    }

    private static String rethrown(int i) {
        try {
            try {
                fail(i);
                return "fine";
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        } catch (RuntimeException e) {
            return String.valueOf(e.getCause());
        }
    }

    private static int inLoop(int n) {
        int caught = 0;
        int[] three = {1, 2, 3};
        for (int i = 0; i < n + 3; i++) {
            try {
                caught += three[i];
            } catch (ArrayIndexOutOfBoundsException e) {
                caught += 100;
            }
        }
        try {
            for (int i = 0; ; i++) {
                caught += three[i];
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return caught;
        }
    }

    private static int retries(int n) {
        int tries = 0;
        while (true) {
            try {
                tries++;
                return fail(n + tries) + tries * 10;
            } catch (Planned | RuntimeException e) {
                if (tries > 6) {
                    return -tries;
                }
            }
        }
    }
}
