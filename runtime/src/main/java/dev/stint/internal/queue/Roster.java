package dev.stint.internal.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A list of the places that may hold something: a set of small numbers, which one owner and many
 * others change. To find one that is in takes no longer the more places there are: 64 of them are a
 * word, and a bit says for each of 64 words whether it is empty.
 *
 * <pre>
 *   out -> in    filled()    the owner, after it has put something into the place
 *    in -> out   emptied()   anyone who has found nothing there
 *   out -> in    emptied()   the same, who looked again and found something after all
 * </pre>
 *
 * <p>A place that holds something is in, or somebody is about to say so. Dekker: the owner fills
 * the place and then reads whether it is in; who takes it out writes that and then looks into the
 * place. The same holds for a word and its bit. Between the two writes of who takes something out,
 * what the owner has put meanwhile cannot be found. So whoever does that looks for work itself, and
 * does not fall asleep before it has looked everywhere once more.
 */
public final class Roster {
    /** Something that others can take from. */
    public interface Place {
        /** True if there is anything. Any thread. */
        boolean isStealable();
    }

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle ANY;

    static {
        try {
            ANY = MethodHandles.lookup().findVarHandle(Group.class, "any", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** 64 words of 64 places. */
    private static final class Group {
        final long[] words = new long[64]; // by WORD only
        volatile long any; // a bit for each word that may have one
    }

    private volatile Group[] groups = {}; // grows; a group stays where it is

    /** Makes room for a number. The owner. */
    public void ensure(int number) {
        Group[] now = groups;
        int needed = (number >> 12) + 1;
        if (needed > now.length) {
            Group[] more = Arrays.copyOf(now, needed);
            for (int i = now.length; i < needed; i++) {
                more[i] = new Group();
            }
            groups = more;
        }
    }

    /** Something was put into the place, which there is room for: now it is in. The owner. */
    public void filled(int number) {
        VarHandle.fullFence(); // the push before the look; pairs with the look in emptied
        if (!contains(number)) {
            add(number);
        }
    }

    /** Nothing was found in the place: it is out, if that is still so. Any searcher. */
    public void emptied(int number, Place place) {
        remove(number);
        if (place.isStealable()) {
            add(number);
        }
    }

    /** Takes a number out. The owner may do that without a second look: nobody else fills. */
    public void remove(int number) {
        Group group = groups[number >> 12];
        int word = (number >> 6) & 63;
        long bit = 1L << number;
        long before = (long) WORD.getAndBitwiseAnd(group.words, word, ~bit);
        if (before == bit) {
            ANY.getAndBitwiseAnd(group, ~(1L << word)); // before the look, as in emptied
            if ((long) WORD.getVolatile(group.words, word) != 0) {
                ANY.getAndBitwiseOr(group, 1L << word);
            }
        }
    }

    private void add(int number) {
        Group group = groups[number >> 12];
        int word = (number >> 6) & 63;
        long before = (long) WORD.getAndBitwiseOr(group.words, word, 1L << number);
        if (before == 0) {
            ANY.getAndBitwiseOr(group, 1L << word); // after the word; pairs with the look in remove
        }
    }

    /** True if a place for which there is room is in. */
    public boolean contains(int number) {
        Group group = groups[number >> 12];
        return ((long) WORD.getVolatile(group.words, (number >> 6) & 63) & (1L << number)) != 0;
    }

    /** The first number that is in, from this one on; or -1. Any thread. */
    public int next(int from) {
        Group[] all = groups;
        int word = (from >> 6) & 63;
        long after = -1L << from; // in its word
        for (int g = from >> 12; g < all.length; g++) {
            long some = all[g].any & (-1L << word);
            while (some != 0) {
                int at = Long.numberOfTrailingZeros(some);
                long bits = (long) WORD.getVolatile(all[g].words, at);
                bits &= at == word ? after : -1L;
                if (bits != 0) {
                    return g << 12 | at << 6 | Long.numberOfTrailingZeros(bits);
                }
                some &= some - 1;
            }
            word = 0;
            after = -1L;
        }
        return -1;
    }
}
