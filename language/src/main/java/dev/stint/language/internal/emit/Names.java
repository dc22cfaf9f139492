package dev.stint.language.internal.emit;

import dev.stint.channel.Channel;
import dev.stint.language.internal.run.Body;
import dev.stint.language.internal.run.BoolView;
import dev.stint.language.internal.run.Cells;
import dev.stint.language.internal.run.Channels;
import dev.stint.language.internal.run.Checks;
import dev.stint.language.internal.run.Choice;
import dev.stint.language.internal.run.Copies;
import dev.stint.language.internal.run.LongView;
import dev.stint.language.internal.run.Numbers;
import dev.stint.language.internal.run.OpenNurseries;
import dev.stint.language.internal.run.RealView;
import dev.stint.language.internal.run.RefView;
import dev.stint.language.internal.run.Rights;
import dev.stint.language.internal.run.Run;
import dev.stint.language.internal.run.Struct;
import dev.stint.language.internal.run.Texts;
import dev.stint.language.internal.run.Value;
import dev.stint.language.internal.run.Variant;
import dev.stint.language.internal.run.View;
import dev.stint.language.internal.std.Natives;
import dev.stint.task.Task;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;

/** The classes that compiled code names. */
final class Names {
    static final ClassDesc OBJECT = ConstantDescs.CD_Object;
    static final ClassDesc TEXT = ConstantDescs.CD_String;
    static final ClassDesc LONG = ConstantDescs.CD_long;
    static final ClassDesc INT = ConstantDescs.CD_int;
    static final ClassDesc REAL = ConstantDescs.CD_double;
    static final ClassDesc BOOL = ConstantDescs.CD_boolean;
    static final ClassDesc VOID = ConstantDescs.CD_void;
    static final ClassDesc THROWABLE = ConstantDescs.CD_Throwable;

    static final ClassDesc HOOK = ClassDesc.of("dev.stint.hooks.Hook");
    static final ClassDesc TOLL = ClassDesc.of("dev.stint.hooks.Toll");

    static final ClassDesc RUN = of(Run.class);
    static final ClassDesc BODY = of(Body.class);
    static final ClassDesc CHECKS = of(Checks.class);
    static final ClassDesc NUMBERS = of(Numbers.class);
    static final ClassDesc TEXTS = of(Texts.class);
    static final ClassDesc COPIES = of(Copies.class);
    static final ClassDesc CHANNELS = of(Channels.class);
    static final ClassDesc CHOICE = of(Choice.class);
    static final ClassDesc RIGHTS = of(Rights.class);
    static final ClassDesc OPENED = of(OpenNurseries.Opened.class);
    static final ClassDesc STRUCT = of(Struct.class);
    static final ClassDesc VARIANT = of(Variant.class);
    static final ClassDesc VIEW = of(View.class);
    static final ClassDesc LONG_VIEW = of(LongView.class);
    static final ClassDesc REAL_VIEW = of(RealView.class);
    static final ClassDesc BOOL_VIEW = of(BoolView.class);
    static final ClassDesc REF_VIEW = of(RefView.class);
    static final ClassDesc LONG_CELL = of(Cells.OfLong.class);
    static final ClassDesc REAL_CELL = of(Cells.OfReal.class);
    static final ClassDesc BOOL_CELL = of(Cells.OfBool.class);
    static final ClassDesc REF_CELL = of(Cells.OfRef.class);
    static final ClassDesc VALUE = of(Value.class);
    static final ClassDesc SOME = of(Value.Some.class);
    static final ClassDesc NATIVES = of(Natives.class);
    static final ClassDesc TASK = of(Task.class);
    static final ClassDesc CHANNEL = of(Channel.class);

    private Names() {}

    static ClassDesc of(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }
}
