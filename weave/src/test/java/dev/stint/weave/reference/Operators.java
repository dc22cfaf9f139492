package dev.stint.weave.reference;

import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.reflect.Array;

/** Instructions that look at nothing but the operand stack. */
final class Operators {
    private Operators() {}

    static void operate(Opcode opcode, Frame f) {
        switch (opcode) {
            case IADD, ISUB, IMUL, IDIV, IREM, IAND, IOR, IXOR, ISHL, ISHR, IUSHR -> {
                int b = f.popInt();
                int a = f.popInt();
                f.push(ints(opcode, a, b));
            }
            case LADD, LSUB, LMUL, LDIV, LREM, LAND, LOR, LXOR -> {
                long b = f.popLong();
                long a = f.popLong();
                f.pushWide(longs(opcode, a, b));
            }
            case LSHL, LSHR, LUSHR -> {
                int b = f.popInt();
                long a = f.popLong();
                f.pushWide(shifted(opcode, a, b));
            }
            case FADD, FSUB, FMUL, FDIV, FREM -> {
                float b = f.popFloat();
                float a = f.popFloat();
                f.push(floats(opcode, a, b));
            }
            case DADD, DSUB, DMUL, DDIV, DREM -> {
                double b = f.popDouble();
                double a = f.popDouble();
                f.pushWide(doubles(opcode, a, b));
            }
            case INEG -> f.push(-f.popInt());
            case LNEG -> f.pushWide(-f.popLong());
            case FNEG -> f.push(-f.popFloat());
            case DNEG -> f.pushWide(-f.popDouble());
            case LCMP -> {
                long b = f.popLong();
                f.push(Long.compare(f.popLong(), b));
            }
            case FCMPL, FCMPG -> {
                float b = f.popFloat();
                f.push(compared(f.popFloat(), b, opcode == Opcode.FCMPG ? 1 : -1));
            }
            case DCMPL, DCMPG -> {
                double b = f.popDouble();
                f.push(compared(f.popDouble(), b, opcode == Opcode.DCMPG ? 1 : -1));
            }
            case ARRAYLENGTH -> f.push(Array.getLength(f.popObject()));
            default -> throw new Fault("unknown operator " + opcode);
        }
    }

    private static int ints(Opcode opcode, int a, int b) {
        return switch (opcode) {
            case IADD -> a + b;
            case ISUB -> a - b;
            case IMUL -> a * b;
            case IDIV -> a / b;
            case IREM -> a % b;
            case IAND -> a & b;
            case IOR -> a | b;
            case IXOR -> a ^ b;
            case ISHL -> a << b;
            case ISHR -> a >> b;
            default -> a >>> b;
        };
    }

    private static long longs(Opcode opcode, long a, long b) {
        return switch (opcode) {
            case LADD -> a + b;
            case LSUB -> a - b;
            case LMUL -> a * b;
            case LDIV -> a / b;
            case LREM -> a % b;
            case LAND -> a & b;
            case LOR -> a | b;
            default -> a ^ b;
        };
    }

    private static long shifted(Opcode opcode, long a, int b) {
        return switch (opcode) {
            case LSHL -> a << b;
            case LSHR -> a >> b;
            default -> a >>> b;
        };
    }

    private static float floats(Opcode opcode, float a, float b) {
        return switch (opcode) {
            case FADD -> a + b;
            case FSUB -> a - b;
            case FMUL -> a * b;
            case FDIV -> a / b;
            default -> a % b;
        };
    }

    private static double doubles(Opcode opcode, double a, double b) {
        return switch (opcode) {
            case DADD -> a + b;
            case DSUB -> a - b;
            case DMUL -> a * b;
            case DDIV -> a / b;
            default -> a % b;
        };
    }

    /** As fcmp and dcmp: zeros of either sign are equal, and a NaN decides as it is told. */
    private static int compared(double a, double b, int nan) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return nan;
        }
        return a < b ? -1 : a > b ? 1 : 0;
    }

    static void convert(ConvertInstruction instruction, Frame f) {
        TypeKind to = instruction.toType();
        switch (instruction.fromType()) {
            case INT -> {
                int v = f.popInt();
                switch (to) {
                    case BYTE -> f.push((int) (byte) v);
                    case CHAR -> f.push((int) (char) v);
                    case SHORT -> f.push((int) (short) v);
                    case LONG -> f.pushWide((long) v);
                    case FLOAT -> f.push((float) v);
                    default -> f.pushWide((double) v);
                }
            }
            case LONG -> {
                long v = f.popLong();
                switch (to) {
                    case INT -> f.push((int) v);
                    case FLOAT -> f.push((float) v);
                    default -> f.pushWide((double) v);
                }
            }
            case FLOAT -> {
                float v = f.popFloat();
                switch (to) {
                    case INT -> f.push((int) v);
                    case LONG -> f.pushWide((long) v);
                    default -> f.pushWide((double) v);
                }
            }
            case DOUBLE -> {
                double v = f.popDouble();
                switch (to) {
                    case INT -> f.push((int) v);
                    case LONG -> f.pushWide((long) v);
                    default -> f.push((float) v);
                }
            }
            default -> throw new Fault("unknown conversion " + instruction);
        }
    }

    static void move(Opcode opcode, Frame f) {
        switch (opcode) {
            case POP -> f.pop();
            case POP2 -> {
                f.pop();
                f.pop();
            }
            case DUP -> f.dup(1, 0);
            case DUP_X1 -> f.dup(1, 1);
            case DUP_X2 -> f.dup(1, 2);
            case DUP2 -> f.dup(2, 0);
            case DUP2_X1 -> f.dup(2, 1);
            case DUP2_X2 -> f.dup(2, 2);
            case SWAP -> f.swap();
            default -> throw new Fault("unknown stack instruction " + opcode);
        }
    }

    // ---- arrays; their own exceptions are those of the program

    static void loadElement(Opcode opcode, Frame f) {
        int i = f.popInt();
        Object array = f.popObject();
        switch (opcode) {
            case IALOAD -> f.push(((int[]) array)[i]);
            case LALOAD -> f.pushWide(((long[]) array)[i]);
            case FALOAD -> f.push(((float[]) array)[i]);
            case DALOAD -> f.pushWide(((double[]) array)[i]);
            case AALOAD -> f.push(((Object[]) array)[i]);
            case BALOAD ->
                    f.push(
                            array instanceof boolean[] bits
                                    ? (bits[i] ? 1 : 0)
                                    : (int) ((byte[]) array)[i]);
            case CALOAD -> f.push((int) ((char[]) array)[i]);
            case SALOAD -> f.push((int) ((short[]) array)[i]);
            default -> throw new Fault("unknown array load " + opcode);
        }
    }

    static void storeElement(Opcode opcode, Frame f) {
        Object value = f.pop(opcode == Opcode.LASTORE || opcode == Opcode.DASTORE);
        int i = f.popInt();
        Object array = f.popObject();
        switch (opcode) {
            case AASTORE -> ((Object[]) array)[i] = value;
            case LASTORE -> ((long[]) array)[i] = (Long) present(value);
            case FASTORE -> ((float[]) array)[i] = (Float) present(value);
            case DASTORE -> ((double[]) array)[i] = (Double) present(value);
            case IASTORE -> ((int[]) array)[i] = (Integer) present(value);
            case CASTORE -> ((char[]) array)[i] = (char) (int) (Integer) present(value);
            case SASTORE -> ((short[]) array)[i] = (short) (int) (Integer) present(value);
            case BASTORE -> {
                int v = (Integer) present(value);
                if (array instanceof boolean[] bits) {
                    bits[i] = (v & 1) != 0;
                } else {
                    ((byte[]) array)[i] = (byte) v;
                }
            }
            default -> throw new Fault("unknown array store " + opcode);
        }
    }

    private static Object present(@org.jspecify.annotations.Nullable Object value) {
        if (value == null) {
            throw new Fault("a number was expected");
        }
        return value;
    }

    private static boolean areSame(Frame f) {
        Object b = f.pop();
        return f.pop() == b;
    }

    /** Whether a conditional branch is taken. */
    static boolean decide(Opcode opcode, Frame f) {
        return switch (opcode) {
            case GOTO, GOTO_W -> true;
            case IFNULL -> f.pop() == null;
            case IFNONNULL -> f.pop() != null;
            case IF_ACMPEQ -> areSame(f);
            case IF_ACMPNE -> !areSame(f);
            case IFEQ -> f.popInt() == 0;
            case IFNE -> f.popInt() != 0;
            case IFLT -> f.popInt() < 0;
            case IFGE -> f.popInt() >= 0;
            case IFGT -> f.popInt() > 0;
            case IFLE -> f.popInt() <= 0;
            default -> {
                int b = f.popInt();
                int a = f.popInt();
                yield switch (opcode) {
                    case IF_ICMPEQ -> a == b;
                    case IF_ICMPNE -> a != b;
                    case IF_ICMPLT -> a < b;
                    case IF_ICMPGE -> a >= b;
                    case IF_ICMPGT -> a > b;
                    case IF_ICMPLE -> a <= b;
                    default -> throw new Fault("unknown branch " + opcode);
                };
            }
        };
    }
}
