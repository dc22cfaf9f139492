package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weaving is done by whoever loads the class, and nobody can stop it. */
class ManyAncestorsTest {
    private static final int MANY = 200;
    private static final int METHODS = 10; // or else it would be refused for them

    /** With work for each pair of methods and ancestors it took more than a minute. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void weave_manyInterfacesOfManyMethods_takesNotLong(boolean isAbstract) {
        Map<String, byte[]> files = new HashMap<>();
        for (int i = 0; i < MANY; i++) {
            files.put("acme/I" + i, declaring(i, isAbstract));
        }
        byte[] file =
                ClassFile.of()
                        .build(
                                ClassDesc.of("acme.Heir"),
                                type -> type.withInterfaceSymbols(ClassDesc.of("acme.I0")));

        assertThat(
                        Weaver.of(of -> Optional.ofNullable(files.get(of)), Surface.ofTenant())
                                .weave(file))
                .isNotEmpty();
    }

    private static byte[] declaring(int i, boolean isAbstract) {
        int flags = ClassFile.ACC_PUBLIC | (isAbstract ? ClassFile.ACC_ABSTRACT : 0);
        return ClassFile.of()
                .build(
                        ClassDesc.of("acme.I" + i),
                        type -> {
                            type.withFlags(
                                    ClassFile.ACC_INTERFACE
                                            | ClassFile.ACC_ABSTRACT
                                            | ClassFile.ACC_PUBLIC);
                            type.withInterfaceSymbols(ClassDesc.of("acme.I" + (i + 1)));
                            for (int m = 0; m < METHODS; m++) {
                                // half of them in all interfaces
                                String name = m % 2 == 0 ? "m" + m : "m" + i + "_" + m;
                                type.withMethod(
                                        name,
                                        ConstantDescs.MTD_void,
                                        flags,
                                        method -> {
                                            if (!isAbstract) {
                                                method.withCode(code -> code.return_());
                                            }
                                        });
                            }
                        });
    }
}
