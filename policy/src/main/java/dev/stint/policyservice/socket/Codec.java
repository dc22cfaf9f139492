package dev.stint.policyservice.socket;

import dev.stint.budget.Budget;
import dev.stint.policy.ContextRule;
import dev.stint.policy.Hint;
import dev.stint.policy.LeaseRule;
import dev.stint.policy.Policy;
import dev.stint.policy.PolicyQuestion;
import dev.stint.policy.TenantRule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Questions and answers as bytes. What is read is checked by the constructors of what it becomes,
 * and no list is made longer than a policy may have.
 */
final class Codec {
    private static final int LONGEST_REASON = 2_000;

    private interface Writing<T> {
        void write(DataOutput out, T value) throws IOException;
    }

    private interface Reading<T> {
        T read(DataInput in) throws IOException;
    }

    private Codec() {}

    static byte[] question(PolicyQuestion question) throws IOException {
        return bytes(
                out -> {
                    out.writeLong(question.number());
                    out.writeUTF(shortened(question.scheduler(), 200));
                    out.writeLong(question.knownVersion());
                    out.writeInt(question.tenants());
                    out.writeLong(question.refused());
                });
    }

    static PolicyQuestion question(byte[] payload) {
        return whole(
                payload,
                in ->
                        new PolicyQuestion(
                                in.readLong(),
                                in.readUTF(),
                                in.readLong(),
                                in.readInt(),
                                in.readLong()));
    }

    static byte[] unchanged(long number) throws IOException {
        return bytes(out -> out.writeLong(number));
    }

    static byte[] failed(long number, String why) throws IOException {
        return bytes(
                out -> {
                    out.writeLong(number);
                    out.writeUTF(shortened(why, LONGEST_REASON));
                });
    }

    /** The number of the question that an answer is to; all begin with it. */
    static long number(byte[] payload) {
        if (payload.length < Long.BYTES) {
            throw new WireException("it sent an answer without a number");
        }
        return ByteBuffer.wrap(payload).getLong();
    }

    static String failure(byte[] payload) {
        return whole(
                payload,
                in -> {
                    in.readLong();
                    return in.readUTF();
                });
    }

    static byte[] policy(long number, Policy policy) throws IOException {
        return bytes(
                out -> {
                    out.writeLong(number);
                    out.writeUTF(policy.name());
                    out.writeLong(policy.version());
                    out.writeInt(policy.mostTenants());
                    out.writeInt(policy.mostContexts());
                    out.writeInt(policy.mostLeasedWorkers());
                    list(out, policy.tenants(), Codec::tenant);
                    tenant(out, policy.others());
                    list(out, policy.contexts(), Codec::context);
                    context(out, policy.otherContexts());
                    list(out, policy.leases(), Codec::lease);
                    lease(out, policy.otherLeases());
                });
    }

    static Policy policy(byte[] payload) {
        return whole(
                payload,
                in -> {
                    in.readLong();
                    return new Policy(
                            in.readUTF(),
                            in.readLong(),
                            in.readInt(),
                            in.readInt(),
                            in.readInt(),
                            list(in, Codec::tenant),
                            tenant(in),
                            list(in, Codec::context),
                            context(in),
                            list(in, Codec::lease),
                            lease(in));
                });
    }

    // ---- parts

    private static void tenant(DataOutput out, TenantRule rule) throws IOException {
        out.writeUTF(rule.tenant());
        out.writeBoolean(rule.isAdmitted());
        out.writeInt(rule.weight().orElse(0));
        out.writeLong(rule.slice().orElse(0));
        out.writeByte(code(rule.hint()));
        budget(out, rule.budget());
        budget(out, rule.taskBudget());
        out.writeInt(rule.carriers().orElse(0));
    }

    private static TenantRule tenant(DataInput in) throws IOException {
        return new TenantRule(
                in.readUTF(),
                in.readBoolean(),
                orNone(in.readInt()),
                orNone(in.readLong()),
                hint(in.readByte()),
                budget(in),
                budget(in),
                orNone(in.readInt()));
    }

    private static OptionalInt orNone(int value) {
        return value == 0 ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static OptionalLong orNone(long value) {
        return value == 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }

    private static int code(Hint hint) {
        return switch (hint) {
            case LATENCY_SENSITIVE -> 1;
            case NORMAL -> 2;
            case BATCH -> 3;
        };
    }

    private static Hint hint(byte code) {
        for (Hint hint : Hint.values()) {
            if (code(hint) == code) {
                return hint;
            }
        }
        throw new WireException("it sent hint " + code + ", which is none");
    }

    private static void budget(DataOutput out, Optional<Budget> budget) throws IOException {
        out.writeBoolean(budget.isPresent());
        if (budget.isPresent()) {
            Budget amounts = budget.get();
            out.writeLong(amounts.ops());
            out.writeLong(amounts.memory());
            out.writeLong(amounts.spawns());
            out.writeLong(amounts.channelOps());
            out.writeLong(amounts.syscalls());
        }
    }

    private static Optional<Budget> budget(DataInput in) throws IOException {
        return in.readBoolean()
                ? Optional.of(
                        new Budget(
                                in.readLong(),
                                in.readLong(),
                                in.readLong(),
                                in.readLong(),
                                in.readLong()))
                : Optional.empty();
    }

    private static void context(DataOutput out, ContextRule rule) throws IOException {
        out.writeUTF(rule.context());
        out.writeBoolean(rule.isAdmitted());
        out.writeDouble(rule.mostOfAWorker());
        out.writeLong(rule.shortestPeriod().toNanos());
    }

    private static ContextRule context(DataInput in) throws IOException {
        return new ContextRule(
                in.readUTF(), in.readBoolean(), in.readDouble(), Duration.ofNanos(in.readLong()));
    }

    private static void lease(DataOutput out, LeaseRule rule) throws IOException {
        out.writeUTF(rule.tenant());
        out.writeBoolean(rule.isAdmitted());
        out.writeInt(rule.mostWorkers());
        list(out, rule.processors(), DataOutput::writeInt);
    }

    private static LeaseRule lease(DataInput in) throws IOException {
        return new LeaseRule(
                in.readUTF(), in.readBoolean(), in.readInt(), list(in, DataInput::readInt));
    }

    private static <T> void list(DataOutput out, List<T> values, Writing<T> each)
            throws IOException {
        out.writeInt(values.size());
        for (T value : values) {
            each.write(out, value);
        }
    }

    private static <T> List<T> list(DataInput in, Reading<T> each) throws IOException {
        int size = in.readInt();
        if (size < 0 || size > Policy.MOST_RULES) {
            throw new WireException(
                    "it announced "
                            + Integer.toUnsignedString(size)
                            + " rules; a policy has "
                            + Policy.MOST_RULES
                            + " of a kind at most");
        }
        var values = new ArrayList<T>();
        for (int i = 0; i < size; i++) {
            values.add(each.read(in));
        }
        return values;
    }

    // ---- bytes

    private interface Content {
        void write(DataOutput out) throws IOException;
    }

    private static byte[] bytes(Content content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        content.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static <T> T whole(byte[] payload, Reading<T> reading) {
        var bytes = new ByteArrayInputStream(payload);
        T value;
        try {
            value = reading.read(new DataInputStream(bytes));
        } catch (IOException e) {
            throw new WireException("it sent a frame that ends too soon, or is garbled: " + e);
        }
        if (bytes.available() > 0) {
            throw new WireException(
                    "it sent a frame with " + bytes.available() + " bytes that mean nothing");
        }
        return value;
    }

    private static String shortened(String text, int most) {
        return text.length() > most ? text.substring(0, most) : text;
    }
}
