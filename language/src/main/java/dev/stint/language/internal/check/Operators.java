package dev.stint.language.internal.check;

import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Op;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.Types;
import org.jspecify.annotations.Nullable;

/** The types of operators with two sides. */
final class Operators {
    private final ExprChecker in;

    Operators(ExprChecker in) {
        this.in = in;
    }

    Type binary(Expr.Binary binary, @Nullable Type wanted) {
        return switch (binary.op()) {
            case AND, OR -> {
                in.checkFits(binary.left(), Types.BOOL, "the left side");
                in.checkFits(binary.right(), Types.BOOL, "the right side");
                yield Types.BOOL;
            }
            case COALESCE -> coalesce(binary, wanted);
            case SHIFT_LEFT, SHIFT_RIGHT -> shift(binary, wanted);
            default -> sameSides(binary, wanted);
        };
    }

    private Type coalesce(Expr.Binary binary, @Nullable Type wanted) {
        Type hint =
                wanted == null || wanted instanceof Type.Optional
                        ? wanted
                        : new Type.Optional(wanted);
        Type left = in.checkValue(binary.left(), hint);
        if (!(left instanceof Type.Optional optional)) {
            in.checkValue(binary.right(), wanted);
            if (!left.equals(Types.UNKNOWN)) {
                in.reports.error(
                        "S0005",
                        binary.opSpan(),
                        "the left side of '??' is of type '" + left + "', which always has a value",
                        "leave it out; for errors write 'catch'");
            }
            return left;
        }
        Type right = in.check(binary.right(), optional.value());
        if (right instanceof Type.Optional) {
            in.ensureFits(right, optional, binary.right().span(), "the right side");
            return optional;
        }
        in.ensureFits(right, optional.value(), binary.right().span(), "the right side");
        return optional.value();
    }

    private Type shift(Expr.Binary binary, @Nullable Type wanted) {
        Type left = in.checkValue(binary.left(), wanted);
        Type right = in.checkValue(binary.right(), Types.I64);
        ensureOperand(binary, left, left instanceof Type.Int);
        ensureOperand(binary, right, right instanceof Type.Int);
        return left;
    }

    private Type sameSides(Expr.Binary binary, @Nullable Type wanted) {
        boolean compares = binary.op().isComparison();
        Type hint = compares ? null : wanted;
        Type left;
        Type right;
        if (isFlexible(binary.left()) && !isFlexible(binary.right())) {
            right = in.checkValue(binary.right(), hint);
            left = in.checkValue(binary.left(), right);
        } else {
            left = in.checkValue(binary.left(), hint);
            right = in.checkValue(binary.right(), left);
        }
        if (compares) {
            compare(binary, left, right);
            return Types.BOOL;
        }
        boolean isText = binary.op() == Op.ADD && left.equals(Types.TEXT);
        if (!isText) {
            ensureOperand(binary, left, isOperand(binary.op(), left));
        }
        in.ensureFits(right, left, binary.right().span(), "the right side");
        return left;
    }

    private static boolean isOperand(Op op, Type type) {
        return switch (op) {
            case BIT_AND, BIT_OR, BIT_XOR -> type instanceof Type.Int;
            default -> type.isNumber();
        };
    }

    private void compare(Expr.Binary binary, Type left, Type right) {
        boolean isOrder = binary.op() != Op.EQUAL && binary.op() != Op.NOT_EQUAL;
        if (left.equals(Types.NULL) || right.equals(Types.NULL)) {
            Type other = left.equals(Types.NULL) ? right : left;
            ensureOperand(binary, other, !isOrder && other instanceof Type.Optional);
            return;
        }
        boolean fits =
                left.isNumber()
                        || left.equals(Types.TEXT)
                        || (!isOrder
                                && (left.equals(Types.BOOL)
                                        || left.isKind(Type.Named.Kind.ENUM)
                                        || left.isKind(Type.Named.Kind.ERRORS)
                                        || isNoneTest(binary, left)));
        ensureOperand(binary, left, fits);
        if (fits && !isNoneTest(binary, left)) {
            in.ensureFits(right, left, binary.right().span(), "the right side");
        }
    }

    private static boolean isNoneTest(Expr.Binary binary, Type left) {
        return left instanceof Type.Optional
                && (binary.right() instanceof Expr.NullLiteral
                        || binary.left() instanceof Expr.NullLiteral);
    }

    private void ensureOperand(Expr.Binary binary, Type type, boolean fits) {
        if (!fits && !type.equals(Types.UNKNOWN)) {
            in.reports.error(
                    "S0005",
                    binary.opSpan(),
                    "'%s' is not for values of type '%s'".formatted(binary.op().spelling(), type),
                    type instanceof Type.Optional
                            ? "say what to take if there is none: (... ?? other)"
                            : "convert it, or compare parts of it");
        }
    }

    /** True for numbers that take the type of the other side. */
    private static boolean isFlexible(Expr expr) {
        return switch (expr) {
            case Expr.IntLiteral _ -> true;
            case Expr.FloatLiteral _ -> true;
            case Expr.NullLiteral _ -> true;
            case Expr.ShortVariant _ -> true;
            case Expr.Unary u -> u.op() != Op.NOT && isFlexible(u.operand());
            case Expr.Binary b ->
                    !b.op().isComparison() && isFlexible(b.left()) && isFlexible(b.right());
            default -> false;
        };
    }
}
