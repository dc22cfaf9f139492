package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Generic types of a tenant are as the JDK's, and its own. */
class TypeViewsTest {
    static class Sample<T extends Comparable<? super T>> extends HashMap<T[], List<?>> {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("unused")
        <U extends T> Map<U, int[]> made(List<? extends U> from) {
            return Map.of();
        }
    }

    private static Method method() throws NoSuchMethodException {
        return Sample.class.getDeclaredMethod("made", List.class);
    }

    @Test
    void views_readTheSame_andEqualEachOther() throws Exception {
        Type above = Sample.class.getGenericSuperclass();
        Type result = method().getGenericReturnType();

        assertThat(TypeViews.getGenericSuperclass(Sample.class)).hasToString(above.toString());
        assertThat(TypeViews.getGenericReturnType(method())).hasToString(result.toString());
        assertThat(TypeViews.getGenericSuperclass(Sample.class))
                .isEqualTo(TypeViews.getGenericSuperclass(Sample.class))
                .hasSameHashCodeAs(above);
        assertThat(TypeViews.getGenericParameterTypes(method()))
                .containsExactly(TypeViews.getGenericParameterTypes(method()))
                .hasSize(1);
        assertThat(((ParameterizedType) TypeViews.getGenericReturnType(method())).getRawType())
                .isEqualTo(Map.class);
    }

    /** However deep it is: else Jackson would lock what all tenants share. */
    @Test
    void variables_withinAnything_areViews() throws Exception {
        TypeVariable<?> variable = TypeViews.getTypeParameters(Sample.class)[0];
        var bound = (ParameterizedType) variable.getBounds()[0];
        var result = (ParameterizedType) TypeViews.getGenericReturnType(method());

        assertThat(variable.getName()).isEqualTo("T");
        assertThat(variable.getClass())
                .isNotEqualTo(Sample.class.getTypeParameters()[0].getClass());
        assertThat(result.getActualTypeArguments()[0].getClass()).isEqualTo(variable.getClass());
        assertThat(bound.getActualTypeArguments()[0].getTypeName()).isEqualTo("? super T");
        assertThat(TypeViews.getTypeParameters(Sample.class)[0])
                .isEqualTo(variable)
                .isNotSameAs(variable);
    }
}
