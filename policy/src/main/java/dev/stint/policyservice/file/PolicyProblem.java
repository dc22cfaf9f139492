package dev.stint.policyservice.file;

/**
 * One thing that is wrong with a policy file.
 *
 * @param file its name
 * @param line from 1 on; 0 if it is about the whole file
 * @param column from 1 on
 * @param field the way to it, such as {@code tenants.web.weight}; empty if it is about no field
 * @param message what is wrong, and what is right
 */
public record PolicyProblem(String file, int line, int column, String field, String message) {
    @Override
    public String toString() {
        String place = line == 0 ? file : file + ":" + line + ":" + column;
        return place + ": " + (field.isEmpty() ? "" : field + ": ") + message;
    }
}
