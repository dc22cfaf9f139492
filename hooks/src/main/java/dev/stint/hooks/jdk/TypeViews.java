package dev.stint.hooks.jdk;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Generic types, as a tenant sees them. The JDK makes them once for all who ask; what a program
 * gets is its own, so it may lock it, as Jackson does with type variables.
 */
public final class TypeViews {
    private static final int WORK = 8; // operations
    private static final int BYTES = 32;

    private TypeViews() {}

    // ---- where they come from

    public static @Nullable Type getGenericSuperclass(Class<?> self) {
        return of(self.getGenericSuperclass());
    }

    public static Type[] getGenericInterfaces(Class<?> self) {
        return all(self.getGenericInterfaces());
    }

    @SuppressWarnings("unchecked") // as many variables of the same declaration
    public static <T> TypeVariable<Class<T>>[] getTypeParameters(Class<T> self) {
        return (TypeVariable<Class<T>>[]) variables(self.getTypeParameters());
    }

    public static TypeVariable<?>[] getTypeParameters(GenericDeclaration self) {
        if (self instanceof Member member) {
            FileParts.payForSignature(member);
        }
        return variables(self.getTypeParameters());
    }

    public static TypeVariable<Method>[] getTypeParameters(Method self) {
        FileParts.payForSignature(self);
        return typed(self.getTypeParameters());
    }

    public static <T> TypeVariable<Constructor<T>>[] getTypeParameters(Constructor<T> self) {
        FileParts.payForSignature(self);
        return typed(self.getTypeParameters());
    }

    public static Type getGenericReturnType(Method self) {
        FileParts.payForSignature(self);
        return Objects.requireNonNull(of(self.getGenericReturnType()));
    }

    public static Type[] getGenericParameterTypes(Executable self) {
        FileParts.payForSignature(self);
        return all(self.getGenericParameterTypes());
    }

    public static Type[] getGenericExceptionTypes(Executable self) {
        FileParts.payForSignature(self);
        return all(self.getGenericExceptionTypes());
    }

    public static Type getGenericType(Field self) {
        FileParts.payForSignature(self);
        return Objects.requireNonNull(of(self.getGenericType()));
    }

    public static Type getGenericType(RecordComponent self) {
        FileParts.payForSignature(self.getGenericSignature());
        return Objects.requireNonNull(of(self.getGenericType()));
    }

    public static Type getParameterizedType(Parameter self) {
        Executable of = self.getDeclaringExecutable();
        FileParts.payForSignature(of);
        Charges.pay(of.getParameterCount(), 8L * of.getParameterCount());
        return Objects.requireNonNull(of(self.getParameterizedType()));
    }

    // ---- views

    private static @Nullable Type of(@Nullable Type type) {
        return switch (type) {
            case null -> null;
            case TypeVariable<?> variable -> variable(variable);
            case ParameterizedType of -> paid(new Parameterized(of));
            case GenericArrayType of -> paid(new ArrayOf(of));
            case WildcardType of -> paid(new Wildcard(of));
            default -> type;
        };
    }

    private static Type paid(Type view) {
        Charges.pay(WORK, BYTES);
        return view;
    }

    private static TypeVariable<?> variable(TypeVariable<?> of) {
        Charges.pay(WORK, BYTES);
        return new Variable<>(of);
    }

    private static Type[] all(Type[] types) {
        Charges.array(types.length, 4);
        Type[] views = new Type[types.length];
        Arrays.setAll(views, i -> of(types[i]));
        return views;
    }

    private static TypeVariable<?>[] variables(TypeVariable<?>[] of) {
        Charges.array(of.length, 4);
        TypeVariable<?>[] views = new TypeVariable<?>[of.length];
        Arrays.setAll(views, i -> variable(of[i]));
        return views;
    }

    @SuppressWarnings("unchecked") // as many variables of the same declaration
    private static <D extends GenericDeclaration> TypeVariable<D>[] typed(TypeVariable<D>[] of) {
        return (TypeVariable<D>[]) variables(of);
    }

    private static boolean isSame(Type[] ours, Type[] theirs) {
        Charges.ops(WORK * (1L + ours.length));
        return Arrays.equals(ours, theirs);
    }

    private static final class Parameterized implements ParameterizedType {
        private final ParameterizedType of;

        Parameterized(ParameterizedType of) {
            this.of = of;
        }

        @Override
        public Type[] getActualTypeArguments() {
            return all(of.getActualTypeArguments());
        }

        @Override
        public Type getRawType() {
            return of.getRawType();
        }

        @Override
        public @Nullable Type getOwnerType() {
            return TypeViews.of(of.getOwnerType());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ParameterizedType that
                    && getRawType().equals(that.getRawType())
                    && Objects.equals(getOwnerType(), that.getOwnerType())
                    && isSame(getActualTypeArguments(), that.getActualTypeArguments());
        }

        @Override
        public int hashCode() {
            return of.hashCode();
        }

        @Override
        public String toString() {
            return of.toString();
        }
    }

    private static final class ArrayOf implements GenericArrayType {
        private final GenericArrayType of;

        ArrayOf(GenericArrayType of) {
            this.of = of;
        }

        @Override
        public Type getGenericComponentType() {
            return Objects.requireNonNull(TypeViews.of(of.getGenericComponentType()));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            Charges.ops(WORK);
            return other instanceof GenericArrayType that
                    && getGenericComponentType().equals(that.getGenericComponentType());
        }

        @Override
        public int hashCode() {
            return of.hashCode();
        }

        @Override
        public String toString() {
            return of.toString();
        }
    }

    private static final class Wildcard implements WildcardType {
        private final WildcardType of;

        Wildcard(WildcardType of) {
            this.of = of;
        }

        @Override
        public Type[] getUpperBounds() {
            return all(of.getUpperBounds());
        }

        @Override
        public Type[] getLowerBounds() {
            return all(of.getLowerBounds());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof WildcardType that
                    && isSame(getUpperBounds(), that.getUpperBounds())
                    && isSame(getLowerBounds(), that.getLowerBounds());
        }

        @Override
        public int hashCode() {
            return of.hashCode();
        }

        @Override
        public String toString() {
            return of.toString();
        }
    }

    private static final class Variable<D extends GenericDeclaration> implements TypeVariable<D> {
        private final TypeVariable<D> of;

        Variable(TypeVariable<D> of) {
            this.of = of;
        }

        @Override
        public Type[] getBounds() {
            return all(of.getBounds());
        }

        @Override
        public D getGenericDeclaration() {
            return of.getGenericDeclaration();
        }

        @Override
        public String getName() {
            return of.getName();
        }

        @Override
        public AnnotatedType[] getAnnotatedBounds() {
            FileParts.payForTypeAnnotations(of.getGenericDeclaration());
            return of.getAnnotatedBounds();
        }

        @Override
        @SuppressWarnings("unchecked") // a view implements the same interface
        public <A extends Annotation> @Nullable A getAnnotation(Class<A> type) {
            FileParts.payForTypeAnnotations(of.getGenericDeclaration());
            return (A) AnnotationView.of(of.getAnnotation(type));
        }

        @Override
        public Annotation[] getAnnotations() {
            FileParts.payForTypeAnnotations(of.getGenericDeclaration());
            return AnnotationView.of(of.getAnnotations());
        }

        @Override
        public Annotation[] getDeclaredAnnotations() {
            FileParts.payForTypeAnnotations(of.getGenericDeclaration());
            return AnnotationView.of(of.getDeclaredAnnotations());
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Variable<?> that && of.equals(that.of);
        }

        @Override
        public int hashCode() {
            return of.hashCode();
        }

        @Override
        public String toString() {
            return of.toString();
        }
    }
}
