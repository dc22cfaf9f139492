package dev.stint.weave.internal.files;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A change of class names in a class file, and of nothing else. All names are texts in the constant
 * pool, so the rest of the file stays as it is, byte by byte, stack maps included.
 *
 * <p>A text of the program that contains the name is changed, too. Nobody writes one of that form.
 */
public final class ClassRenaming {
    private static final int UTF8 = 1;

    private ClassRenaming() {}

    /**
     * The file with these names changed; the same file if it has none of them.
     *
     * @param beginnings packages, with a slash at the end, and classes
     */
    public static byte[] change(byte[] file, Map<String, String> beginnings) {
        try {
            return changed(file, beginnings);
        } catch (IOException | RuntimeException e) {
            return file; // whatever is wrong with it, the weaver says
        }
    }

    private static byte[] changed(byte[] file, Map<String, String> beginnings) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(file));
        var made = new ByteArrayOutputStream(file.length + 256);
        var out = new DataOutputStream(made);
        out.writeLong(in.readLong()); // magic and version
        int count = in.readUnsignedShort();
        out.writeShort(count);
        boolean any = false;
        List<Map.Entry<String, String>> changes = List.copyOf(beginnings.entrySet());
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            if (tag == UTF8) {
                String text = in.readUTF();
                String now = text;
                if (text.indexOf('/') >= 0) { // as all names of classes in packages have
                    for (var change : changes) {
                        now = renamed(now, change.getKey(), change.getValue());
                    }
                }
                any |= !now.equals(text);
                out.writeUTF(now);
            } else {
                out.write(in.readNBytes(size(tag)));
                i += tag == 5 || tag == 6 ? 1 : 0; // long and double take two places
            }
        }
        if (!any) {
            return file;
        }
        in.transferTo(out);
        return made.toByteArray();
    }

    /**
     * A text with another name in it. What ends with a slash is a package; anything else is a class
     * with those inside of it, and not one whose name only begins like that.
     */
    private static String renamed(String text, String from, String to) {
        int at = text.indexOf(from);
        if (at < 0 || from.endsWith("/")) {
            return at < 0 ? text : text.replace(from, to);
        }
        var made = new StringBuilder(text.length() + 16);
        int done = 0;
        for (; at >= 0; at = text.indexOf(from, at + from.length())) {
            int end = at + from.length();
            boolean isBegun = at == 0 || text.charAt(at - 1) == 'L';
            boolean isEnded = end == text.length() || ";<$".indexOf(text.charAt(end)) >= 0;
            if (isBegun && isEnded) {
                made.append(text, done, at).append(to);
                done = end;
            }
        }
        return made.append(text, done, text.length()).toString();
    }

    /** Of an entry without its tag. */
    private static int size(int tag) throws IOException {
        return switch (tag) {
            case 7, 8, 16, 19, 20 -> 2; // class, string, method type, module, package
            case 15 -> 3; // method handle
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4; // numbers, members, names and types, dynamic
            case 5, 6 -> 8;
            default -> throw new IOException("no constant has tag " + tag);
        };
    }
}
