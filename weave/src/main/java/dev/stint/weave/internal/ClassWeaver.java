package dev.stint.weave.internal;

import dev.stint.weave.Surface;
import dev.stint.weave.Woven;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.Classes;
import dev.stint.weave.internal.classes.Members;
import dev.stint.weave.internal.classes.Sizes;
import dev.stint.weave.internal.flow.Unweavable;
import dev.stint.weave.internal.plan.Bridges;
import dev.stint.weave.internal.plan.ClassPlan;
import dev.stint.weave.internal.plan.CodeRules;
import dev.stint.weave.internal.plan.Functions;
import dev.stint.weave.internal.plan.Overrides;
import dev.stint.weave.internal.plan.References;
import dev.stint.weave.internal.plan.Refusals;
import dev.stint.weave.internal.plan.ShallowMethods;
import dev.stint.weave.internal.plan.SiteCosts;
import dev.stint.weave.internal.plan.Tally;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.Map;

/** Weaves one class after the other. */
public final class ClassWeaver {
    /** A method of this many bytes or more is never compiled by the JVM. */
    private static final int TOO_LONG_TO_COMPILE = 8000;

    /** What is added to a method needs no more. */
    private static final int MOST_OPERANDS_ADDED = 16;

    /**
     * Jumps that do not fit are not mended by the writer: that would make branch targets without a
     * stack map frame.
     */
    private static final ClassFile FILES =
            ClassFile.of(
                    ClassFile.StackMapsOption.DROP_STACK_MAPS,
                    ClassFile.ShortJumpsOption.FAIL_ON_SHORT_JUMPS,
                    ClassFile.DeadCodeOption.KEEP_DEAD_CODE,
                    ClassFile.DeadLabelsOption.DROP_DEAD_LABELS);

    private final Refusals refusals;
    private final boolean modelsStack;
    private final Sizes sizes;
    private final References references;
    private final Overrides overrides;
    private final SiteCosts sites;

    public ClassWeaver(Classes classes, Surface surface, Refusals refusals, boolean modelsStack) {
        this.refusals = refusals;
        this.modelsStack = modelsStack;
        this.sizes = new Sizes(classes);
        var members = new Members(classes);
        this.references = new References(classes, members, surface);
        this.overrides = new Overrides(classes, members, surface);
        this.sites = new SiteCosts(classes, sizes, references);
    }

    public Woven weave(byte[] file) {
        ClassModel model = FILES.parse(file);
        var self = ClassInfo.of(model, true);
        var bridges = new Bridges(model);
        var functions = new Functions(self, references, overrides, sizes, bridges);
        var rules = new CodeRules(references, functions);
        var tally = new Tally(references, sizes);
        var plan = ClassPlan.of(model, self, rules, functions, overrides, refusals, tally);
        var shallow = ShallowMethods.of(model, plan, sites);
        Map<MethodModel, Integer> rooms = modelsStack ? shallow.roomsOfOthers() : Map.of();
        var methods = new MethodWeaver(plan, shallow, rooms);

        byte[] woven = build(model, methods, bridges);
        ClassModel result = FILES.parse(woven);
        checkStacks(model, result);
        if (addTooLong(model, result, methods)) {
            woven = build(model, methods, bridges);
        }
        return new Woven(
                woven,
                tally.report(
                        self.name().replace('/', '.'),
                        methods.blocks(),
                        methods.loops(),
                        file.length,
                        woven.length));
    }

    private byte[] build(ClassModel model, MethodWeaver methods, Bridges bridges) {
        while (true) {
            try {
                return FILES.transformClass(model, transform(methods, bridges));
            } catch (MethodWeaver.TooLong e) {
                if (!methods.makeCompact(e.method())) {
                    throw new Unweavable(
                            "method "
                                    + e.method().methodName().stringValue()
                                    + " grows too long: split it");
                }
            } catch (IllegalArgumentException e) {
                // Found only when all methods are put together. The message says which it is, but
                // not in a form to rely on.
                boolean changed = false;
                for (MethodModel method : model.methods()) {
                    changed |= length(method) > TOO_LONG_TO_COMPILE && methods.makeCompact(method);
                }
                if (!changed) {
                    throw new Unweavable("it grows too large: " + e.getMessage());
                }
            }
        }
    }

    private static ClassTransform transform(MethodWeaver methods, Bridges bridges) {
        return new ClassTransform() {
            @Override
            public void accept(ClassBuilder builder, ClassElement element) {
                if (element instanceof MethodModel method) {
                    methods.write(builder, method);
                } else {
                    builder.with(element);
                }
            }

            @Override
            public void atEnd(ClassBuilder builder) {
                methods.writeInherited(builder);
                bridges.writeTo(builder);
            }
        };
    }

    /** Has those methods written compactly that would be compiled if they had not grown. */
    private static boolean addTooLong(ClassModel model, ClassModel woven, MethodWeaver methods) {
        boolean added = false;
        for (int i = 0; i < model.methods().size(); i++) {
            MethodModel method = model.methods().get(i);
            if (length(method) < TOO_LONG_TO_COMPILE
                    && length(woven.methods().get(i)) >= TOO_LONG_TO_COMPILE) {
                added |= methods.makeCompact(method);
            }
        }
        return added;
    }

    /**
     * The writer counts anew how many operands there may be. A class file that understates them is
     * not to profit from it: no JVM would take it, and the modelled stack believes it.
     */
    private static void checkStacks(ClassModel model, ClassModel woven) {
        for (int i = 0; i < model.methods().size(); i++) {
            MethodModel method = model.methods().get(i);
            if (maxStack(woven.methods().get(i)) > maxStack(method) + MOST_OPERANDS_ADDED) {
                throw new Unweavable(
                        "method "
                                + method.methodName().stringValue()
                                + " uses more operands than it declares");
            }
        }
    }

    private static int maxStack(MethodModel method) {
        return method.code().map(code -> ((CodeAttribute) code).maxStack()).orElse(0);
    }

    private static int length(MethodModel method) {
        return method.code().map(code -> ((CodeAttribute) code).codeLength()).orElse(0);
    }
}
