package dev.stint.verify.hostile.files;

import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.raw.RawFile;
import dev.stint.verify.hostile.raw.RawMember;
import dev.stint.verify.hostile.raw.RawPool;
import java.util.List;

/** Versions, flags, ancestors and members that do not fit. */
final class HeaderChanges {
    static final List<Change> ALL =
            List.of(
                    new Change("another version", HeaderChanges::version),
                    new Change("other flags", HeaderChanges::flags),
                    new Change("flags of a member", HeaderChanges::memberFlags),
                    new Change("another superclass", HeaderChanges::superclass),
                    new Change("an interface", HeaderChanges::addInterface),
                    new Change("another name of its own", HeaderChanges::ownName),
                    new Change("a member doubled", HeaderChanges::doubleMember),
                    new Change("a member with another name", HeaderChanges::renameMember));

    private static final List<String> ANCESTORS =
            List.of(
                    "java/lang/Object",
                    "java/lang/String",
                    "java/lang/Thread",
                    "java/lang/ClassLoader",
                    "java/lang/Throwable",
                    "java/lang/Enum",
                    "java/lang/Record",
                    "java/lang/Integer",
                    "java/util/ArrayList",
                    "java/util/HashMap",
                    "java/util/AbstractList",
                    "java/io/InputStream",
                    "java/io/PrintWriter",
                    "java/util/concurrent/ForkJoinTask",
                    "java/util/concurrent/CompletableFuture",
                    "java/lang/ref/WeakReference",
                    "java/util/TimerTask",
                    "java/security/Permission",
                    "java/util/Locale",
                    "java/util/concurrent/locks/ReentrantLock",
                    "java/util/Random",
                    "java/util/concurrent/atomic/AtomicReference",
                    "java/lang/ThreadLocal");
    private static final List<String> INTERFACES =
            List.of(
                    "java/lang/Runnable",
                    "java/util/List",
                    "java/util/Collection",
                    "java/lang/Comparable",
                    "java/util/Map",
                    "java/io/Serializable",
                    "java/lang/AutoCloseable",
                    "java/util/function/Function",
                    "java/util/Iterator",
                    "java/lang/CharSequence",
                    "java/lang/Cloneable",
                    "java/lang/annotation/Annotation",
                    "java/util/concurrent/Executor",
                    "java/lang/constant/ConstantDesc",
                    "java/io/Externalizable");

    private HeaderChanges() {}

    private static void version(RawFile file, Draw draw) {
        file.major = draw.oneIn(10) ? draw.oddShort() : draw.from(45, 70);
        file.minor = draw.oneIn(4) ? draw.of(1, 3, 0xffff) : 0;
    }

    private static void flags(RawFile file, Draw draw) {
        file.flags = draw.oneIn(3) ? draw.oddShort() : file.flags ^ (1 << draw.below(16));
    }

    private static void memberFlags(RawFile file, Draw draw) {
        List<RawMember> members = draw.oneIn(3) ? file.fields : file.methods;
        if (!members.isEmpty()) {
            RawMember member = draw.of(members);
            member.flags = draw.oneIn(5) ? draw.oddShort() : member.flags ^ (1 << draw.below(13));
        }
    }

    private static void superclass(RawFile file, Draw draw) {
        file.superClass =
                switch (draw.below(5)) {
                    case 0 -> 0;
                    case 1 -> file.thisClass;
                    case 2 -> draw.of(file.pool.all(RawPool.CLASS));
                    default ->
                            file.pool.ofClass(
                                    draw.oneIn(6) ? draw.of(INTERFACES) : draw.of(ANCESTORS));
                };
    }

    private static void addInterface(RawFile file, Draw draw) {
        file.interfaces.add(
                switch (draw.below(6)) {
                    case 0 -> file.thisClass;
                    case 1 -> draw.of(file.pool.all(RawPool.CLASS));
                    case 2 -> file.pool.ofClass(draw.of(ANCESTORS));
                    default -> file.pool.ofClass(draw.of(INTERFACES));
                });
    }

    private static void ownName(RawFile file, Draw draw) {
        file.thisClass =
                draw.oneIn(2)
                        ? draw.of(file.pool.all(RawPool.CLASS))
                        : file.pool.ofClass(
                                draw.of(
                                        "java/lang/Evil",
                                        "dev/stint/hooks/Hook",
                                        "dev/stint/hooks",
                                        "stint/regex/Pattern",
                                        "[I",
                                        "",
                                        Target.OUTSIDE,
                                        "module-info"));
    }

    private static void doubleMember(RawFile file, Draw draw) {
        List<RawMember> members = draw.oneIn(3) ? file.fields : file.methods;
        if (!members.isEmpty()) {
            RawMember copy = draw.of(members).copy();
            if (draw.oneIn(2)) {
                copy.flags ^= 1 << draw.below(13);
            }
            members.add(copy);
        }
    }

    private static void renameMember(RawFile file, Draw draw) {
        List<RawMember> members = draw.oneIn(4) ? file.fields : file.methods;
        if (!members.isEmpty()) {
            RawMember member = draw.of(members);
            if (draw.oneIn(2)) {
                member.name =
                        file.pool.utf(
                                draw.of(
                                        "finalize",
                                        "<init>",
                                        "<clinit>",
                                        "hashCode",
                                        "clone",
                                        "stint$ref$0",
                                        "readObject",
                                        "size",
                                        "run",
                                        "main"));
            } else {
                member.type = draw.of(file.pool.all(RawPool.UTF8));
            }
        }
    }
}
