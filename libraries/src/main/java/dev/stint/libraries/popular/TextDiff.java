package dev.stint.libraries.popular;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.util.List;
import java.util.concurrent.Callable;

/** Compares and patches text. */
public final class TextDiff implements Callable<String> {
    @Override
    public String call() throws Exception {
        var before = List.of("a", "b", "c", "d");
        var after = List.of("a", "x", "c", "d", "e");
        var patch = DiffUtils.diff(before, after);
        return UnifiedDiffUtils.generateUnifiedDiff("old", "new", before, patch, 1)
                + ""
                + patch.applyTo(before);
    }
}
