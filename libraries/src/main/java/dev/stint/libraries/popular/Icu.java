package dev.stint.libraries.popular;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.text.Transliterator;
import com.ibm.icu.util.ULocale;
import java.util.concurrent.Callable;

/** Formats and collates for many languages. */
public final class Icu implements Callable<String> {
    @Override
    public String call() throws Exception {
        var words = BreakIterator.getWordInstance(ULocale.ENGLISH);
        words.setText("Two words, three.");
        int count = 0;
        while (words.next() != BreakIterator.DONE) {
            count++;
        }
        return Normalizer2.getNFDInstance().normalize("é").length()
                + PluralRules.forLocale(ULocale.ENGLISH).select(1)
                + count
                + Transliterator.getInstance("Greek-Latin").transliterate("αβγ");
    }
}
