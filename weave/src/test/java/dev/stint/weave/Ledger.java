package dev.stint.weave;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/** Writes down what woven code calls before, instead of or after what it wanted to. */
public final class Ledger implements Surface {
    private static final List<String> LINES = new ArrayList<>();

    Ledger() {}

    static List<String> takeLines() {
        var lines = List.copyOf(LINES);
        LINES.clear();
        return lines;
    }

    public static void repeat(String text, int n) {
        LINES.add("repeat " + text + " " + n);
    }

    public static void floorMod(long a, int b) {
        LINES.add("floorMod " + a + " " + b);
    }

    public static void multiplyHigh(long a, long b) {
        LINES.add("multiplyHigh " + a + " " + b);
    }

    public static double round(double d) {
        LINES.add("round " + d);
        return d + 1;
    }

    public static void addAll(Collection<?> to, Collection<?> from) {
        LINES.add("addAll " + to.size() + " " + from.size());
    }

    public static void capacity(int n) {
        LINES.add("capacity " + n);
    }

    public static long time() {
        LINES.add("time");
        return 42;
    }

    public static long seed() {
        LINES.add("seed");
        return 7;
    }

    public static java.io.PrintStream out() {
        LINES.add("out");
        return System.err;
    }

    public static Iterator<?> iterator(Iterator<?> given) {
        LINES.add("iterator");
        return given;
    }

    @Override
    public Ruling ofMethod(String owner, String name, String descriptor) {
        return switch (owner + "." + name + descriptor) {
            case "java/lang/String.repeat(I)Ljava/lang/String;" ->
                    priced("repeat", "(Ljava/lang/String;I)V");
            case "java/lang/Math.floorMod(JI)I" -> priced("floorMod", "(JI)V");
            case "java/lang/Math.multiplyHigh(JJ)J" -> priced("multiplyHigh", "(JJ)V");
            case "java/lang/Math.round(D)J" -> priced("round", "(D)D");
            case "java/util/List.addAll(Ljava/util/Collection;)Z",
                    "java/util/ArrayList.addAll(Ljava/util/Collection;)Z" ->
                    priced("addAll", "(Ljava/util/Collection;Ljava/util/Collection;)V");
            case "java/util/ArrayList.<init>(I)V" -> priced("capacity", "(I)V");
            case "java/lang/System.nanoTime()J" -> replaced("time", "()J");
            case "java/util/Random.<init>()V" -> replaced("seed", "()J");
            case "java/lang/System.exit(I)V" -> new Ruling.Refused("the process is not yours");
            case "java/lang/Runtime.halt(I)V" -> new Ruling.Refused("nor is the machine");
            default -> Ruling.Allowed.RULING;
        };
    }

    @Override
    public Ruling ofField(String owner, String name, String descriptor) {
        return name.equals("out")
                ? replaced("out", "()Ljava/io/PrintStream;")
                : Ruling.Allowed.RULING;
    }

    @Override
    public Ruling ofClass(String internalName) {
        return internalName.equals("java/lang/ThreadLocal")
                ? new Ruling.Refused("threads are shared")
                : Ruling.Allowed.RULING;
    }

    @Override
    public Ruling ofOverride(String owner, String name, String descriptor) {
        return name.equals("iterator")
                ? priced("iterator", "(Ljava/util/Iterator;)Ljava/util/Iterator;")
                : Ruling.Allowed.RULING;
    }

    private static Ruling priced(String name, String type) {
        return new Ruling.Priced(
                ClassDesc.of(Ledger.class.getName()), name, MethodTypeDesc.ofDescriptor(type));
    }

    private static Ruling replaced(String name, String type) {
        return new Ruling.Replaced(
                ClassDesc.of(Ledger.class.getName()), name, MethodTypeDesc.ofDescriptor(type));
    }
}
