package dev.stint.verify.hostile.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.Finding;
import dev.stint.verify.hostile.raw.RawFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Some hundred batches, and that the oracles turn red. For longer: ./stint verify --hostile-files
 * MINUTES.
 */
class HostileFilesTest {
    private static final int BATCHES = 150;

    private static List<Finding> hunt(Flaw flaw, int batches) throws Exception {
        var found = new ArrayList<Finding>();
        try (var hunter = new HostileFiles(Originals.few(), flaw)) {
            var seeds = new Draw(1);
            for (int i = 0; i < batches; i++) {
                found.addAll(hunter.attempt(seeds.seed()));
                if (flaw != Flaw.NONE && isShown(flaw, found)) {
                    return found;
                }
            }
            assertThat(hunter.counts().values()).allMatch(count -> count > 0);
        }
        return found;
    }

    private static boolean isShown(Flaw flaw, List<Finding> found) {
        return found.stream().anyMatch(each -> each.what().contains(flaw.symptom()));
    }

    @Test
    void attempt_batches_findNothing() throws Exception {
        assertThat(hunt(Flaw.NONE, BATCHES / 3))
                .extracting(each -> each.seed() + ": " + each.what())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void attempt_withAFlaw_isFound(Flaw flaw) throws Exception {
        assertThat(isShown(flaw, hunt(flaw, BATCHES))).as(flaw.symptom()).isTrue();
    }

    @Test
    void batch_sameSeed_sameFiles() throws Exception {
        var originals = Originals.few();

        for (long seed = 0; seed < 50; seed++) {
            Batch once = Batch.of(seed, originals);
            Batch again = Batch.of(seed, originals);

            assertThat(again.changed().keySet()).containsExactlyElementsOf(once.changed().keySet());
            for (String name : once.changed().keySet()) {
                assertThat(again.find(name).orElseThrow()).isEqualTo(once.find(name).orElseThrow());
            }
        }
    }

    @Test
    void rawFile_readAndWritten_isTheSame() throws Exception {
        var group = Originals.few().group(new Draw(1));

        group.files()
                .forEach(
                        (name, file) ->
                                assertThat(RawFile.read(file).bytes()).as(name).isEqualTo(file));
    }
}
