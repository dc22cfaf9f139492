package dev.stint.host.run;

import dev.stint.capability.Capability;
import dev.stint.capability.Issuer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a program may reach of the machine.
 *
 * @param readable folders that it may read
 * @param writable folders that it may read and write
 * @param places where it may connect to
 */
public record Reach(List<Path> readable, List<Path> writable, List<String> places) {
    public Reach {
        readable = List.copyOf(readable);
        writable = List.copyOf(writable);
        places = List.copyOf(places);
    }

    /**
     * The same as rights of a task.
     *
     * @throws IllegalArgumentException if one of the places is none
     */
    public List<Capability> rights(Issuer issuer) {
        List<Capability> rights = new ArrayList<>();
        writable.forEach(folder -> rights.add(issuer.files(folder)));
        readable.forEach(folder -> rights.add(issuer.files(folder).readOnly()));
        if (!places.isEmpty()) {
            rights.add(issuer.sockets(places.toArray(String[]::new)));
        }
        return rights;
    }
}
