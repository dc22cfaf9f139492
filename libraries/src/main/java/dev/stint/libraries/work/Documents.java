package dev.stint.libraries.work;

import java.util.SplittableRandom;

/** Generated texts: the same in every run. */
@SuppressWarnings("StringConcatToTextBlock") // shorter so
final class Documents {
    private static final String[] WORDS = {
        "budget", "channel", "nursery", "task", "worker", "seed", "ledger", "tenant", "meter"
    };

    private Documents() {}

    /** An array of orders with customers, positions and remarks. */
    static String json(int orders) {
        var random = new SplittableRandom(1);
        var text = new StringBuilder("[");
        for (int i = 0; i < orders; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"customer\":{\"name\":\"")
                    .append(word(random))
                    .append("\",\"city\":\"")
                    .append(word(random))
                    .append(" \\u00fc\\n\",\"vip\":")
                    .append(random.nextBoolean())
                    .append("},\"positions\":[");
            for (int p = 0; p < 4; p++) {
                text.append(p == 0 ? "" : ",")
                        .append("{\"article\":\"")
                        .append(word(random))
                        .append("\",\"count\":")
                        .append(random.nextInt(100))
                        .append(",\"price\":")
                        .append(random.nextInt(100_000) / 100.0)
                        .append('}');
            }
            text.append("],\"remark\":").append(i % 3 == 0 ? "null" : "\"none\"").append('}');
        }
        return text.append(']').toString();
    }

    static String xml(int orders) {
        var random = new SplittableRandom(2);
        var text =
                new StringBuilder(
                        "<?xml version=\"1.0\"?>\n<!DOCTYPE orders [<!ENTITY s \"Stint\">]>\n"
                                + "<orders xmlns=\"urn:orders\" xmlns:x=\"urn:extra\">\n");
        for (int i = 0; i < orders; i++) {
            text.append("  <order id=\"")
                    .append(i)
                    .append("\" x:rush=\"")
                    .append(random.nextBoolean())
                    .append("\">\n");
            for (int p = 0; p < 4; p++) {
                text.append("    <position article=\"")
                        .append(word(random))
                        .append("\">")
                        .append(random.nextInt(1000))
                        .append(" &lt;&s;&gt; ")
                        .append(word(random))
                        .append("</position>\n");
            }
            text.append("    <x:remark><![CDATA[a < b]]></x:remark>\n  </order>\n");
        }
        return text.append("</orders>\n").toString();
    }

    static String prose(int words) {
        var random = new SplittableRandom(3);
        var text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(word(random)).append(random.nextInt(50)).append(i % 9 == 8 ? ",\n" : ", ");
        }
        return text.toString();
    }

    private static String word(SplittableRandom random) {
        return WORDS[random.nextInt(WORDS.length)];
    }
}
