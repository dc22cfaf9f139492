package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Loops in each other take work by the square of the method, and a class may have a hundred such
 * methods. Beyond what a method of its size may take, they are charged as they go.
 */
class TangledLoopsTest {
    @ParameterizedTest
    @CsvSource({"10, true", "100, true", "1500, false"})
    void weave_loopsInLoops_countInAVariableIfTheyAreFew(int loops, boolean counts) {
        byte[] file =
                ClassFile.of()
                        .build(
                                ClassDesc.of("acme.Tangled"),
                                type ->
                                        type.withMethodBody(
                                                "m",
                                                MethodTypeDesc.of(
                                                        ConstantDescs.CD_void,
                                                        ConstantDescs.CD_int),
                                                ClassFile.ACC_STATIC,
                                                code -> write(code, loops)));

        WovenClass woven =
                Weaver.of(of -> Optional.empty(), Surface.ofTenant()).weaveAndReport(file);

        assertThat(woven.report().loops() > 0).isEqualTo(counts);
    }

    /** Each goes back to where the one at half its height begins. */
    private static void write(CodeBuilder code, int loops) {
        List<Label> starts = new ArrayList<>();
        for (int i = 0; i < loops; i++) {
            starts.add(code.newBoundLabel());
            code.iload(0).ifne(starts.get(i / 2));
        }
        code.return_();
    }
}
