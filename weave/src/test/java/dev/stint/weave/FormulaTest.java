package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.weave.internal.surface.Formula;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The language of prices: what it takes, and what it says of what it does not take. */
class FormulaTest {
    private static final TableSurface SURFACE = Surface.ofTenant();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "array(3*len(this), 1)",
                "bulk(len(arg0 or 0))",
                "text(2*(arg2 - arg1)) + ops((arg2 - arg1)/2)",
                "ops(len(this)*(1 + len(arg0))/8)",
                "ops(arg0 - (arg1 - arg2))",
                "number(product(n, n), n) where n = digits(len(arg0)), m = n + 1",
                "fixed(0, 96)",
                "syscall()",
            })
    void of_aFormula_isShownAsItIsWritten(String text) {
        assertThat(Formula.of(text)).hasToString(text);
        assertThat(Formula.of(text.replace(" + ", "+").replace(", ", " ,"))).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "gold(len(this)) | there is no charge 'gold'; a charge is one of ops(n), bulk(n)",
                "array(len(this)) | 'array' with 1 numbers; write array(n, w)",
                "text(size(this)) | there is no 'size'; a number is this, arg0",
                "text(n) | there is no 'n'",
                "text(len(3)) | 'len(3)' measures no operand; write len(this) or len(arg0)",
                "ops(len(this)/3) | it divides by 3; divide by a 2^n",
                "ops(len(this)/arg0) | it divides by arg0; divide by a 2^n",
                "text(len(this) | there is its end where ')' belongs",
                "text(len(this)) text(1) | there is 'text' behind its end",
                "fixed(len(this), 1) | 'fixed' with an amount that is not written out",
                "bulk(len(arg0 or x)) | 'or x'; write a number, as in len(arg0 or 0)",
                "text(len) where len = 3 | there is ')' where '(' belongs",
                "text(n) where min = 3 | 'min' cannot be a name here",
                "max(1, 2) | there is no charge 'max'",
            })
    void plus_aFormulaThatCannotBeRead_namesTheLineAndSaysWhatFits(String formula, String says) {
        String lines = "java.lang.String: also\n    trim: priced " + formula;

        assertThatThrownBy(() -> SURFACE.plus("rules.txt", lines))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rules.txt:2: the price '" + formula + "'")
                .hasMessageContaining(says);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "trim | ()Ljava/lang/String; | text(arg0) | there is no 'arg0': it has no"
                        + " arguments",
                "repeat | (I)Ljava/lang/String; | text(arg1) | the last is arg0",
                "join | (Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;"
                        + " | text(len(this)) | there is no 'this'",
                "repeat | (I)Ljava/lang/String; | text(this) | 'this' is a String and no whole"
                        + " number; write len(this)",
                "repeat | (I)Ljava/lang/String; | text(len(arg0)) | 'len' of arg0, a int, is not"
                        + " known",
                "contains | (Ljava/lang/CharSequence;)Z | bulk(len(arg0)) | may be told by code of"
                        + " a tenant",
                "repeat | (I)Ljava/lang/String; | text(arg0*arg0) | may be negative, and larger"
                        + " than any amount; write max(0, ...)",
                "repeat | (I)Ljava/lang/String; | ops(product(arg0, 1)) | write max(0, ...)",
                "trim | ()Ljava/lang/String; | ops(words(this)) | it is for BigInteger, BigDecimal",
                "trim | ()Ljava/lang/String; | array(len(this), 5) | the hooks have no function"
                        + " array(len(a), 5) for (String)void",
            })
    void ofMethod_aFormulaThatDoesNotFit_namesLineAndMember(
            String name, String descriptor, String formula, String says) {
        TableSurface wrong =
                SURFACE.plus(
                        "rules.txt", "java.lang.String: also\n    " + name + ": priced " + formula);

        assertThatThrownBy(() -> wrong.ofMethod("java/lang/String", name, descriptor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rules.txt:2: the price '" + formula + "' does not fit")
                .hasMessageContaining("java.lang.String." + name)
                .hasMessageContaining(says);
    }

    @Test
    void ofOverride_aFormula_isRefused() {
        TableSurface wrong =
                SURFACE.plus(
                        "rules.txt",
                        "java.lang.Object: also\n    override toString: priced text(64)");

        assertThatThrownBy(
                        () ->
                                wrong.ofOverride(
                                        "java/lang/Object", "toString", "()Ljava/lang/String;"))
                .hasMessageContaining("what an override returns has no formula");
    }

    @Test
    void plus_aFormulaThatTheTableHas_isUsedForAnotherMember() {
        TableSurface wider =
                SURFACE.plus("rules.txt", "java.lang.String: also\n    trim: priced text(64)");
        TableSurface dearer =
                SURFACE.plus(
                        "rules.txt",
                        "java.lang.String: also\n    length: priced array(3*len(this), 1)");

        assertThat(dearer.ofMethod("java/lang/String", "length", "()I"))
                .isEqualTo(SURFACE.ofMethod("java/lang/String", "getBytes", "()[B"));
        assertThat(wider.ofMethod("java/lang/String", "trim", "()Ljava/lang/String;"))
                .isInstanceOfSatisfying(
                        Ruling.Priced.class,
                        price -> assertThat(price.type().parameterCount()).isZero());
    }
}
