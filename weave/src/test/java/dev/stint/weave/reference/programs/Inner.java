package dev.stint.weave.reference.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Inner, local and anonymous classes, what they capture, and code before a super constructor. */
public final class Inner {
    private int state = 1;

    private final class Part {
        private final int id;

        Part(int id) {
            this.id = id;
            state += id;
        }

        final class Detail {
            int value() {
                return state * 10 + id;
            }
        }
    }

    private abstract static class Shown {
        final String text;

        Shown(int width) {
            text = show(width);
        }

        abstract String show(int width);
    }

    /** Its own field is set before the super constructor, which calls back. */
    private static final class Framed extends Shown {
        private final char frame;

        Framed(int seed) {
            int width = seed;
            for (int i = 0; i < 3; i++) {
                width += Math.abs(seed - i);
            }
            if (width > 1000) {
                throw new IllegalArgumentException("too wide");
            }
            frame = (char) ('a' + width % 26);
            super(width % 5 + 1);
        }

        @Override
        String show(int width) {
            return String.valueOf(frame).repeat(width);
        }
    }

    private static final class Oops extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final int[] data;

        Oops(int n) {
            int[] made = new int[n];
            try {
                made[n] = 1;
            } catch (ArrayIndexOutOfBoundsException e) {
                made[0] = made.length;
            }
            data = made;
            super("oops " + n);
        }
    }

    private Inner() {}

    public static Object run(int n) {
        Inner outer = new Inner();
        List<Object> log = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Part part = outer.new Part(i);
            Part.Detail detail = part.new Detail();
            log.add(detail.value());
        }
        int captured = n * 2;
        class Local implements IntSupplier {
            private final int own;

            Local(int own) {
                this.own = own;
            }

            @Override
            public int getAsInt() {
                return own + captured + (own > 0 ? new Local(own - 1).getAsInt() : 0);
            }
        }
        log.add(new Local(3).getAsInt());
        IntSupplier anonymous =
                new IntSupplier() {
                    private int times = n;

                    @Override
                    public int getAsInt() {
                        times += captured;
                        return times;
                    }
                };
        log.add(anonymous.getAsInt() + anonymous.getAsInt());
        for (int i = 0; i < n; i++) {
            log.add(new Framed(i).text);
        }
        try {
            throw new Oops(n);
        } catch (Oops e) {
            log.add(e.getMessage() + e.data[0]);
        }
        try {
            log.add(new Framed(5000));
        } catch (IllegalArgumentException e) {
            log.add(e.getMessage());
        }
        return log.toString();
    }
}
