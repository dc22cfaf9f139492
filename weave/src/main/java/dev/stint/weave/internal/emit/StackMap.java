package dev.stint.weave.internal.emit;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.internal.flow.Body;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.UninitializedVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stack map of a woven method. It is patched, not computed: every frame is a copy of one that
 * was there, with our variables appended, so no other class has to be looked at.
 */
final class StackMap {
    private record Frame(
            Label at, List<VerificationTypeInfo> locals, List<VerificationTypeInfo> stack) {}

    private final Body body;
    private final int firstNew;
    private final int added;
    private final List<Frame> frames = new ArrayList<>();
    private final Map<Integer, Label> raws = new HashMap<>();

    /**
     * @param added how many int variables follow those that the method had; they have a value
     *     everywhere
     */
    StackMap(Body body, int added) {
        this.body = body;
        this.firstNew = body.maxLocals();
        this.added = added;
    }

    /**
     * Notes the new label of a {@code new}. Frames name an object that is not initialised yet by
     * its {@code new}, and charges stand between the old label and the instruction.
     */
    void bindNew(int index, Label label) {
        raws.put(index, label);
    }

    /** Puts the frame of an instruction, if it has one, at this label. */
    void keep(int index, Label at) {
        StackMapFrameInfo frame = body.frame(index);
        if (frame != null) {
            frames.add(new Frame(at, frame.locals(), frame.stack()));
        }
    }

    /**
     * Puts the frame of an instruction at this label, from where the code branches to that
     * instruction.
     */
    void copy(int index, Label at) {
        if (body.hasFrames()) {
            if (body.frame(index) == null) {
                throw new WeaveRefusedException(
                        Refusal.because("branches to a place without a stack map frame"));
            }
            keep(index, at);
        }
    }

    /**
     * Puts a frame at this label for a handler that knows no variables but the added ones. A class
     * that is too old for stack maps gets one as well, which the JVM ignores.
     */
    void handler(Label at) {
        var thrown = ObjectVerificationTypeInfo.of(ConstantDescs.CD_Throwable);
        frames.add(new Frame(at, List.of(), List.of(thrown)));
    }

    void writeTo(CodeBuilder code) {
        if (frames.isEmpty()) {
            return;
        }
        var written = new ArrayList<StackMapFrameInfo>(frames.size());
        for (Frame frame : frames) {
            written.add(
                    StackMapFrameInfo.of(
                            frame.at, withAdded(renamed(frame.locals)), renamed(frame.stack)));
        }
        code.with(StackMapTableAttribute.of(written));
    }

    private List<VerificationTypeInfo> withAdded(List<VerificationTypeInfo> locals) {
        if (added == 0) {
            return locals;
        }
        var padded = new ArrayList<>(locals);
        int slots = 0;
        for (VerificationTypeInfo local : locals) {
            boolean wide =
                    local == SimpleVerificationTypeInfo.LONG
                            || local == SimpleVerificationTypeInfo.DOUBLE;
            slots += wide ? 2 : 1;
        }
        for (; slots < firstNew; slots++) {
            padded.add(SimpleVerificationTypeInfo.TOP);
        }
        for (int i = 0; i < added; i++) {
            padded.add(SimpleVerificationTypeInfo.INTEGER);
        }
        return padded;
    }

    private List<VerificationTypeInfo> renamed(List<VerificationTypeInfo> types) {
        if (types.stream().noneMatch(UninitializedVerificationTypeInfo.class::isInstance)) {
            return types;
        }
        var renamed = new ArrayList<VerificationTypeInfo>(types.size());
        for (VerificationTypeInfo type : types) {
            if (type instanceof UninitializedVerificationTypeInfo raw) {
                Label at = raws.get(body.place(raw.newTarget()));
                renamed.add(at == null ? type : UninitializedVerificationTypeInfo.of(at));
            } else {
                renamed.add(type);
            }
        }
        return renamed;
    }
}
