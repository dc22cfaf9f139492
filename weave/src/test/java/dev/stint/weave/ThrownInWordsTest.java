package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.hooks.Foreign;
import java.io.IOException;
import java.io.WriteAbortedException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.security.PrivilegedActionException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** To speak of what a tenant has thrown runs nothing of the tenant's, whatever holds it. */
class ThrownInWordsTest {
    private static final ThreadLocal<Integer> ASKED = ThreadLocal.withInitial(() -> 0);

    private static String asked() {
        ASKED.set(ASKED.get() + 1);
        return "asked";
    }

    /** What a tenant's class may be. The JDK takes it as the cause of its own exceptions. */
    private static final class Nosy extends IOException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            return asked();
        }

        @Override
        public String getLocalizedMessage() {
            return asked();
        }

        @Override
        public String toString() {
            return asked();
        }

        @Override
        public synchronized Throwable getCause() {
            asked();
            return this;
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            asked();
            return new StackTraceElement[0];
        }
    }

    /** Another, for those who take errors only. */
    private static final class NosyError extends LinkageError {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            return asked();
        }

        @Override
        public String getMessage() {
            return asked();
        }
    }

    private static final class NosyText implements CharSequence {
        @Override
        public int length() {
            asked();
            return 1;
        }

        @Override
        public char charAt(int index) {
            asked();
            return 'x';
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            asked();
            return this;
        }

        @Override
        public String toString() {
            return asked();
        }
    }

    @Test
    void inWords_allThrowablesThatTenantsMayMake_runNothingOfWhatTheyHold() throws Exception {
        var talkative = new ArrayList<String>();
        int made = 0;
        Surface surface = Surface.ofTenant();
        for (String name : new JdkMembers().publicClasses()) {
            Class<?> type = Class.forName(name, false, null);
            if (!Throwable.class.isAssignableFrom(type)
                    || Modifier.isAbstract(type.getModifiers())
                    || surface.ofClass(name.replace('.', '/')) instanceof Ruling.Refused) {
                continue;
            }
            for (Constructor<?> constructor : type.getConstructors()) {
                Throwable thrown = make(constructor);
                if (thrown == null) {
                    continue;
                }
                made++;
                ASKED.set(0);
                assertThat(Foreign.inWords(thrown)).startsWith(name);
                if (Foreign.answers(thrown, "getCause")) {
                    var _ = thrown.getCause();
                }
                if (ASKED.get() > 0) {
                    talkative.add(constructor.toString());
                }
            }
        }

        assertThat(talkative).isEmpty();
        assertThat(made).isGreaterThan(300);
    }

    private static @Nullable Throwable make(Constructor<?> constructor) {
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : constructor.getParameterTypes()) {
            arguments.add(argument(type));
        }
        try {
            return (Throwable) constructor.newInstance(arguments.toArray());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return null; // it does not take such a thing
        }
    }

    private static @Nullable Object argument(Class<?> type) {
        if (type.isAssignableFrom(Nosy.class)) {
            return new Nosy();
        }
        if (type.isAssignableFrom(NosyError.class)) {
            return new NosyError();
        }
        if (type == String.class) {
            return "text";
        }
        if (type == CharSequence.class) {
            return new NosyText();
        }
        if (type == Class.class) {
            return String.class;
        }
        if (type == int.class) {
            return 1;
        }
        if (type == char.class) {
            return 'c';
        }
        if (type == boolean.class) {
            return true;
        }
        return null;
    }

    @Test
    void inWords_causeThatTheJdkWouldAsk_isLeftOut() {
        assertThat(Foreign.inWords(new PrivilegedActionException(new Nosy())))
                .isEqualTo("java.security.PrivilegedActionException");
        assertThat(Foreign.inWords(new WriteAbortedException("detail", new Nosy())))
                .isEqualTo("java.io.WriteAbortedException");
        assertThat(ASKED.get()).isZero();
    }

    @Test
    void inWords_messageThatTheJdkMakesOfTexts_isGiven() {
        assertThat(Foreign.inWords(new java.net.URISyntaxException("a b", "space", 1)))
                .isEqualTo("java.net.URISyntaxException: space at index 1: a b");
        assertThat(Foreign.inWords(new IllegalStateException("why")))
                .isEqualTo("java.lang.IllegalStateException: why");
    }
}
