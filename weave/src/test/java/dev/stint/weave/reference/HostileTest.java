package dev.stint.weave.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.Weaver;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Class files that nobody's compiler made: the weaver refuses them by name, or what it makes of
 * them is accepted by the JVM if the file itself is. It never takes long.
 */
class HostileTest {
    private static final long LONGEST = 1_000_000_000; // nanoseconds of this thread alone

    private final List<String> troubles = new ArrayList<>();

    /** Weaves a file and looks what the JVM thinks of it, before and after. */
    private void attempt(String title, byte[] file) {
        Weaver lenient = Weaver.of(name -> Optional.empty(), Surface.open());
        Weaver weaver = lenient.strict();
        byte[] woven = null;
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 3 && fastest > LONGEST; i++) { // the first may pay for the compiler
            long before = cpuTime();
            woven = weave(weaver, title, file);
            fastest = Math.min(fastest, cpuTime() - before);
        }
        if (fastest > LONGEST) {
            troubles.add(title + ": took " + fastest / 1_000_000 + " ms");
        }
        if (woven != null) {
            String unwovenVerdict = verdict(file);
            String wovenVerdict = verdict(woven);
            if (unwovenVerdict.isEmpty() && !wovenVerdict.isEmpty()) {
                troubles.add(title + ": is accepted, but woven not: " + wovenVerdict);
            }
            byte[] late = weave(lenient, title, file);
            if (unwovenVerdict.isEmpty() && (late == null || !verdict(late).isEmpty())) {
                troubles.add(title + ": is accepted, but not with refusals at the call");
            }
            // Something malformed may be mended: what is loaded is what was woven. Code that does
            // not verify must not, but its limits are counted anew.
            if (unwovenVerdict.contains("VerifyError")
                    && !unwovenVerdict.contains("overflow")
                    && wovenVerdict.isEmpty()) {
                troubles.add(title + ": does not verify, but woven does: " + unwovenVerdict);
            }
        }
    }

    private byte @Nullable [] weave(Weaver weaver, String title, byte[] file) {
        try {
            return weaver.weave(file);
        } catch (WeaveRefusedException e) {
            if (e.className().isEmpty() || e.reason().isBlank()) {
                troubles.add(title + ": refused without a name or a reason: " + e);
            }
        } catch (Throwable e) {
            troubles.add(title + ": " + e);
        }
        return null;
    }

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Why the JVM rejects the file; empty if it does not. */
    private static String verdict(byte[] file) {
        class Loader extends ClassLoader {
            Loader() {
                super(HostileTest.class.getClassLoader());
            }

            Class<?> define() {
                return defineClass(null, file, 0, file.length);
            }
        }
        try {
            return new Loader().define().getDeclaredMethods().length < 0 ? "never" : "";
        } catch (LinkageError | SecurityException e) {
            String text = e.toString();
            return text.substring(0, Math.min(150, text.length()));
        }
    }

    private static byte[] smallFile() {
        return ClassSet.of(RuleTest.Locked.class).files().values().iterator().next();
    }

    @Test
    void weave_truncatedAnywhere_isRefused() {
        byte[] file = smallFile();
        for (int length = 0; length < file.length; length++) {
            attempt("cut to " + length, Arrays.copyOf(file, length));
        }

        assertThat(troubles).isEmpty();
    }

    @Test
    void weave_flippedBits_isRefusedOrNotWorse() {
        byte[] file = smallFile();
        SplittableRandom random = new SplittableRandom(1);
        int tries = Integer.getInteger("stint.fuzz", 300) * 10;
        for (int i = 0; i < tries; i++) {
            byte[] flipped = file.clone();
            StringBuilder title = new StringBuilder("flipped");
            for (int k = 0; k <= i % 3; k++) {
                int bit = random.nextInt(file.length * 8);
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                title.append(' ').append(bit);
            }
            attempt(title.toString(), flipped);
        }

        assertThat(troubles).isEmpty();
    }

    @Test
    void weave_oddFiles_isRefusedOrNotWorse() {
        for (Map.Entry<String, byte[]> file : HostileFiles.all().entrySet()) {
            attempt(file.getKey(), file.getValue());
        }

        assertThat(troubles).isEmpty();
    }
}
