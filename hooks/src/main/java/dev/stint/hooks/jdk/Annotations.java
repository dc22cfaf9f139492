package dev.stint.hooks.jdk;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The annotations of classes and their members, as views that pay for what they copy. The JDK reads
 * those of parameters, components and defaults anew each time, the others once for each class and
 * again when memory is short; what is paid is always the reading.
 */
public final class Annotations {
    private static final int ASKED = 32; // operations, to look into a table

    private static final int MADE = 2048; // bytes, for tables

    private Annotations() {}

    private static void pay(AnnotatedElement self) {
        if (self instanceof Parameter) {
            Charges.ops(ASKED); // and for the parameters of its method
        } else {
            long work = FileParts.annotations(self);
            Charges.pay(ASKED + work, self instanceof RecordComponent ? FileParts.BYTES * work : 0);
        }
    }

    public static boolean isAnnotationPresent(
            AnnotatedElement self, Class<? extends Annotation> type) {
        return getAnnotation(self, type) != null;
    }

    public static @Nullable Annotation getAnnotation(
            AnnotatedElement self, Class<? extends Annotation> type) {
        pay(self);
        if (self instanceof Parameter parameter) {
            return first(ofParameter(parameter), type);
        }
        return AnnotationView.of(self.getAnnotation(type));
    }

    public static @Nullable Annotation getDeclaredAnnotation(
            AnnotatedElement self, Class<? extends Annotation> type) {
        pay(self);
        if (self instanceof Parameter parameter) {
            return first(ofParameter(parameter), type);
        }
        return AnnotationView.of(self.getDeclaredAnnotation(type));
    }

    public static Annotation[] getAnnotations(AnnotatedElement self) {
        pay(self);
        return self instanceof Parameter parameter
                ? ofParameter(parameter)
                : AnnotationView.of(self.getAnnotations());
    }

    public static Annotation[] getDeclaredAnnotations(AnnotatedElement self) {
        pay(self);
        return self instanceof Parameter parameter
                ? ofParameter(parameter)
                : AnnotationView.of(self.getDeclaredAnnotations());
    }

    public static Annotation[] getAnnotationsByType(
            AnnotatedElement self, Class<? extends Annotation> type) {
        pay(self);
        return AnnotationView.of(self.getAnnotationsByType(type));
    }

    public static Annotation[] getDeclaredAnnotationsByType(
            AnnotatedElement self, Class<? extends Annotation> type) {
        pay(self);
        return AnnotationView.of(self.getDeclaredAnnotationsByType(type));
    }

    // ---- of parameters: the JDK reads them anew each time, all of a method's together

    public static Annotation[][] getParameterAnnotations(Executable self) {
        long work = FileParts.parameters(self);
        Charges.pay(ASKED + work, MADE + FileParts.BYTES * work);
        Annotation[][] all = self.getParameterAnnotations();
        Charges.pay(4L * all.length, 16L + 4L * all.length);
        var views = new Annotation[all.length][];
        for (int i = 0; i < all.length; i++) {
            for (Annotation each : all[i]) {
                Charges.ops(2 * AnnotationView.size(each));
            }
            views[i] = AnnotationView.of(all[i]);
        }
        return views;
    }

    private static Annotation[] ofParameter(Parameter parameter) {
        Executable of = parameter.getDeclaringExecutable();
        Annotation[][] all = getParameterAnnotations(of);
        int at = Arrays.asList(Members.getParameters(of)).indexOf(parameter);
        int hidden = of.getParameterCount() - all.length; // of inner classes, in front
        return at < hidden ? new Annotation[0] : all[at - hidden];
    }

    private static @Nullable Annotation first(Annotation[] all, Class<? extends Annotation> type) {
        for (Annotation each : all) {
            if (type.isInstance(each)) {
                return each;
            }
        }
        return null;
    }

    /** The default of a member of an annotation, which is read anew each time. */
    public static @Nullable Object getDefaultValue(Method self) {
        long work = FileParts.defaultValue(self);
        Charges.pay(ASKED + work, 64 + FileParts.BYTES * work);
        Object found = self.getDefaultValue();
        Charges.pay(AnnotationView.size(found), 4 * AnnotationView.size(found));
        return AnnotationView.ofValue(found);
    }
}
