package dev.stint.bench.kernel;

import java.util.concurrent.Callable;

/** Walks a tree whose nodes are of many classes: calls that no compiler can foresee. */
public final class Interpreter implements Callable<Long> {
    private static final int TURNS = 300_000;

    private interface Node {
        int eval(int[] variables);
    }

    private record Constant(int value) implements Node {
        @Override
        public int eval(int[] variables) {
            return value;
        }
    }

    private record Variable(int at) implements Node {
        @Override
        public int eval(int[] variables) {
            return variables[at];
        }
    }

    private record Sum(Node left, Node right) implements Node {
        @Override
        public int eval(int[] variables) {
            return left.eval(variables) + right.eval(variables);
        }
    }

    private record Product(Node left, Node right) implements Node {
        @Override
        public int eval(int[] variables) {
            return left.eval(variables) * right.eval(variables);
        }
    }

    private record Difference(Node left, Node right) implements Node {
        @Override
        public int eval(int[] variables) {
            return left.eval(variables) ^ right.eval(variables);
        }
    }

    private record Less(Node left, Node right) implements Node {
        @Override
        public int eval(int[] variables) {
            return left.eval(variables) < right.eval(variables) ? 1 : 0;
        }
    }

    private record Choice(Node condition, Node then, Node otherwise) implements Node {
        @Override
        public int eval(int[] variables) {
            return condition.eval(variables) != 0
                    ? then.eval(variables)
                    : otherwise.eval(variables);
        }
    }

    private record Assignment(int at, Node value) implements Node {
        @Override
        public int eval(int[] variables) {
            int result = value.eval(variables);
            variables[at] = result;
            return result;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sequence(Node... nodes) implements Node {
        @Override
        public int eval(int[] variables) {
            int result = 0;
            for (Node node : nodes) {
                result = node.eval(variables);
            }
            return result;
        }
    }

    private record While(Node condition, Node body) implements Node {
        @Override
        public int eval(int[] variables) {
            int turns = 0;
            while (condition.eval(variables) != 0) {
                body.eval(variables);
                turns++;
            }
            return turns;
        }
    }

    private final Node program =
            new Sequence(
                    new Assignment(0, new Constant(0)),
                    new Assignment(1, new Constant(1)),
                    new While(new Less(new Variable(0), new Constant(TURNS)), body()),
                    new Sum(new Variable(1), new Variable(2)));

    private static Node body() {
        Node mixed =
                new Sum(
                        new Product(new Variable(1), new Constant(31)),
                        new Difference(new Variable(0), new Constant(0x55)));
        Node raised = new Assignment(1, new Sum(new Variable(1), new Constant(12_345)));
        Node noted = new Assignment(2, new Difference(new Variable(2), new Variable(1)));
        return new Sequence(
                new Assignment(1, mixed),
                new Choice(new Less(new Variable(1), new Constant(0)), raised, noted),
                new Assignment(0, new Sum(new Variable(0), new Constant(1))));
    }

    @Override
    public Long call() {
        return (long) program.eval(new int[4]);
    }
}
