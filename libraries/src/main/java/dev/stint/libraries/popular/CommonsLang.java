package dev.stint.libraries.popular;

import java.util.concurrent.Callable;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.Range;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.tuple.Pair;

/** Works on strings, arrays, numbers and ranges. */
public final class CommonsLang implements Callable<String> {
    @Override
    public String call() throws Exception {
        var count = new MutableInt(3);
        count.add(4);
        var shown =
                new ToStringBuilder("x", ToStringStyle.SHORT_PREFIX_STYLE)
                        .append("a", 1)
                        .append("b", new int[] {1, 2})
                        .toString();
        return StringUtils.capitalize(StringUtils.reverse("tnits"))
                + StringUtils.join(ArrayUtils.toObject(new int[] {3, 1, 2}), '-')
                + StringUtils.leftPad("7", 3, '0')
                + StringUtils.indexOfDifference("kitten", "kitchen")
                + NumberUtils.toInt("12x", -1)
                + NumberUtils.createNumber("0x1F")
                + Range.of(1, 5).contains(3)
                + Pair.of("l", count)
                + StringUtils.stripAccents("déjà vu")
                + StringUtils.abbreviate("a long sentence indeed", 10)
                + shown;
    }
}
