package dev.stint.weave.internal;

import dev.stint.weave.Refusal;
import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.WovenClass;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.KnownClasses;
import dev.stint.weave.internal.classes.MemberLookup;
import dev.stint.weave.internal.classes.ObjectSizes;
import dev.stint.weave.internal.files.Complaint;
import dev.stint.weave.internal.plan.ClassCounts;
import dev.stint.weave.internal.plan.ClassPlan;
import dev.stint.weave.internal.plan.CodeRules;
import dev.stint.weave.internal.plan.HandleTargets;
import dev.stint.weave.internal.plan.Lambdas;
import dev.stint.weave.internal.plan.LinkedSites;
import dev.stint.weave.internal.plan.Overrides;
import dev.stint.weave.internal.plan.PoolForm;
import dev.stint.weave.internal.plan.ReferenceCosts;
import dev.stint.weave.internal.plan.ReferenceRules;
import dev.stint.weave.internal.plan.RefusalTime;
import dev.stint.weave.internal.plan.ShallowMethods;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.time.Duration;
import java.util.Map;

/** Weaves a class whole: plans it, has its methods written, and sees that they fit. */
public final class ClassWeaver {
    /** A method of this many bytes or more is never compiled by the JVM. */
    private static final int TOO_LONG_TO_COMPILE = 8000;

    /** How often a class is written before all of its methods are written compactly. */
    private static final int MOST_TRIES = 4;

    /** The most operands that what is added to a method needs. */
    private static final int MOST_OPERANDS_ADDED = 16;

    /**
     * How class files are read and written. Jumps that do not fit are not mended by the writer,
     * because that would make branch targets without a stack map frame.
     */
    private static final ClassFile FILES =
            ClassFile.of(
                    ClassFile.StackMapsOption.DROP_STACK_MAPS,
                    ClassFile.ShortJumpsOption.FAIL_ON_SHORT_JUMPS,
                    ClassFile.DeadCodeOption.KEEP_DEAD_CODE,
                    ClassFile.DeadLabelsOption.DROP_DEAD_LABELS);

    private final Surface surface;
    private final RefusalTime refusalTime;
    private final boolean modelsStack;
    private final ObjectSizes sizes;
    private final ReferenceRules rulings;
    private final Overrides overrides;
    private final KnownClasses classes;
    private final OldVersion oldVersions;
    private final LinkedSites sites;
    private final Duration most;

    /**
     * @param most how long one class may take
     */
    public ClassWeaver(
            KnownClasses classes,
            Surface surface,
            RefusalTime refusalTime,
            boolean modelsStack,
            Duration most) {
        this.most = most;
        this.surface = surface;
        this.refusalTime = refusalTime;
        this.modelsStack = modelsStack;
        this.sizes = new ObjectSizes(classes);
        var members = new MemberLookup(classes);
        this.rulings = new ReferenceRules(classes, members, surface);
        this.overrides = new Overrides(classes, members, surface);
        this.classes = classes;
        this.oldVersions = new OldVersion(classes);
        this.sites = new LinkedSites();
    }

    /** The same as another one, which knows other classes. All bounds are for both together. */
    private ClassWeaver(ClassWeaver same, KnownClasses others) {
        this.most = same.most;
        this.surface = same.surface;
        this.refusalTime = same.refusalTime;
        this.modelsStack = same.modelsStack;
        this.sizes = new ObjectSizes(others);
        var members = new MemberLookup(others);
        this.rulings = same.rulings.knowing(others, members);
        this.overrides = new Overrides(others, members, same.surface);
        this.classes = others;
        this.oldVersions = same.oldVersions.knowing(others);
        this.sites = same.sites;
    }

    /** The same weaver, which knows other classes. All bounds are for both together. */
    public ClassWeaver knowing(KnownClasses others) {
        return new ClassWeaver(this, others);
    }

    public WovenClass weave(byte[] file) {
        var time = new TimeLimit(most);
        ClassModel model = FILES.parse(file);
        PoolForm.check(model);
        if (model.majorVersion() < OldVersion.FIRST_LEFT) {
            model = FILES.parse(oldVersions.raised(file, model));
        }
        var self = ClassInfo.of(model, true);
        overrides.ensureFewAncestors(self);
        overrides.ensureLittleHeritage(self);
        overrides.ensureFewEnclosers(self);
        var references = rulings.ofOneClass();
        var costs = new ReferenceCosts(classes, sizes, references);
        var targets = new HandleTargets(model);
        var counts = new ClassCounts(references, sizes);
        var lambdas =
                new Lambdas(
                        self, references, overrides, sizes, targets, sites, refusalTime, counts);
        var rules = new CodeRules(references, lambdas, sites, refusalTime);
        var plan = ClassPlan.of(model, self, rules, lambdas, overrides, refusalTime, counts);
        var shallow = ShallowMethods.of(model, plan, costs);
        Map<MethodModel, Integer> rooms = modelsStack ? shallow.roomsOfOthers() : Map.of();
        var methods = new MethodWeaver(plan, shallow, rooms);

        byte[] woven = build(model, methods, targets, time);
        time.check();
        ClassModel result = FILES.parse(woven);
        checkStacks(model, result);
        if (addTooLong(model, result, methods)) {
            woven = build(model, methods, targets, time);
        }
        return new WovenClass(
                woven,
                counts.report(
                        self.name().replace('/', '.'),
                        methods.blocks(),
                        methods.loops(),
                        file.length,
                        woven.length));
    }

    private byte[] build(
            ClassModel model, MethodWeaver methods, HandleTargets targets, TimeLimit time) {
        for (int tries = 1; ; tries++) {
            if (tries == MOST_TRIES) { // each begins anew, and a class may have many long methods
                model.methods().forEach(methods::makeCompact);
            }
            try {
                return FILES.transformClass(model, transform(methods, targets, time));
            } catch (MethodWeaver.TooLong e) {
                if (!methods.makeCompact(e.method())) {
                    throw new WeaveRefusedException(
                            Refusal.because("grows too long")
                                    .withRemedy("Split it")
                                    .inMethod(MethodWeaver.signature(e.method())));
                }
            } catch (IllegalArgumentException e) {
                // Found only when all methods are put together. The message says which it is, but
                // not in a form to rely on.
                boolean changed = false;
                for (MethodModel method : model.methods()) {
                    changed |= length(method) > TOO_LONG_TO_COMPILE && methods.makeCompact(method);
                }
                if (!changed) {
                    throw new WeaveRefusedException(
                            Refusal.because("grows too large: " + Complaint.of(e)));
                }
            }
        }
    }

    private static ClassTransform transform(
            MethodWeaver methods, HandleTargets targets, TimeLimit time) {
        return new ClassTransform() {
            @Override
            public void accept(ClassBuilder builder, ClassElement element) {
                if (element instanceof MethodModel method) {
                    time.check();
                    methods.write(builder, method);
                } else {
                    builder.with(element);
                }
            }

            @Override
            public void atEnd(ClassBuilder builder) {
                methods.writeInherited(builder);
                targets.writeTo(builder);
            }
        };
    }

    /** Marks the methods to be written compactly that have grown too long for the compiler. */
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
     * Refuses a method that uses more operands than it declares. The writer counts them anew, so
     * the JVM would not notice; and the modelled stack believes what is declared.
     */
    private static void checkStacks(ClassModel model, ClassModel woven) {
        for (int i = 0; i < model.methods().size(); i++) {
            MethodModel method = model.methods().get(i);
            if (maxStack(woven.methods().get(i)) > maxStack(method) + MOST_OPERANDS_ADDED) {
                throw new WeaveRefusedException(
                        Refusal.because("uses more operands than it declares")
                                .inMethod(MethodWeaver.signature(method)));
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
