package dev.stint.weave;

import org.junit.jupiter.api.Test;

/** What the JDK may call, compared with counts that were worked out by hand. */
class FunctionsTest {
    private static final Twin SHAPES = Twin.of(FunctionShapes.class);

    @Test
    void call_lambda_costsOneMore() throws Exception {
        SHAPES.check("lambda", 3, 0);
        SHAPES.check("capturing", 4, 16, 5);
    }

    @Test
    void call_reference_costsOneMoreAndIsNoSite() throws Exception {
        SHAPES.check("staticReference", 3, 0);
        SHAPES.check("boundReference", 6, 16 + 16);
        SHAPES.check("unboundReference", 3 + 1, 0);
    }

    @Test
    void call_constructorReference_paysForTheObject() throws Exception {
        SHAPES.check("constructorReference", 4, 24);
        SHAPES.check("arrayReference", 4, 16 + 16);
    }

    @Test
    void call_byALoopOfTheJdk_isMetered() throws Exception {
        for (int n : new int[] {0, 1, 1000, 100_000}) {
            SHAPES.check("stream", 4 + n, 0, n);
        }
        SHAPES.check("comparator", 2 + 5 + 1 + 2 + 3 + 2, 16 + 24);
    }

    @Test
    void call_inheritedImplementation_costsOne() throws Exception {
        SHAPES.check("inherited", 3 + 3 + 3, 16);
        SHAPES.check("inheritedFinal", 3 + 2, 16);
    }

    @Test
    void call_ownMethods_costNothingMore() throws Exception {
        SHAPES.check("given", 3 + 1 + 2, 16);
        SHAPES.check("notFromOutside", 3, 16);
    }
}
