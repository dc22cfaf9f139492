package dev.stint.internal.nursery;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nurseries that threads outside have opened below another, whose lock guards this. */
final class Guests {
    private @Nullable NurseryImpl first;

    void add(NurseryImpl guest) {
        NurseryImpl next = first;
        guest.guestRight = next;
        if (next != null) {
            next.guestLeft = guest;
        }
        first = guest;
    }

    void remove(NurseryImpl guest) {
        NurseryImpl l = guest.guestLeft;
        NurseryImpl r = guest.guestRight;
        if (l == null) {
            first = r;
        } else {
            l.guestRight = r;
        }
        if (r != null) {
            r.guestLeft = l;
        }
        guest.guestLeft = null;
        guest.guestRight = null;
    }

    List<NurseryImpl> all() {
        var all = new ArrayList<NurseryImpl>();
        for (NurseryImpl guest = first; guest != null; guest = guest.guestRight) {
            all.add(guest);
        }
        return all;
    }
}
