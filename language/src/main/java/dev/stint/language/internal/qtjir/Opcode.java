package dev.stint.language.internal.qtjir;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a node does. The words are those of the specifications, where they have some. */
public enum Opcode {
    // ---- values
    Constant(Trait.PURE),
    Argument(Trait.PURE),
    Fn_Ref(Trait.PURE),

    // ---- memory
    /** A new variable. */
    Alloca(Trait.NONE),
    Load(Trait.NONE),
    Store(Trait.NONE),
    Array_Construct(Trait.NONE),
    /** {@code [count, value]}: a slice of so many; priced by its size. */
    Array_Fill(Trait.TRAPS),
    Index(Trait.TRAPS),
    Index_Store(Trait.TRAPS),
    /** {@code [array, from, to]}; payload true: the end is part of it. */
    Slice(Trait.TRAPS),
    SliceLen(Trait.PURE),
    Struct_Construct(Trait.NONE),
    Field_Access(Trait.NONE),
    Field_Store(Trait.NONE),
    /** A copy of an array or a struct and what stands in it; priced by its size. */
    Copy(Trait.TRAPS),
    /** A copy for another task: of slices, too. Priced by its size. */
    Transfer(Trait.TRAPS),

    // ---- optionals, errors, unions
    Optional_None(Trait.PURE),
    Optional_Some(Trait.PURE),
    Optional_Is_Some(Trait.PURE),
    Optional_Unwrap(Trait.TRAPS),
    Error_Union_Construct(Trait.PURE),
    Error_Fail_Construct(Trait.PURE),
    Error_Union_Is_Error(Trait.PURE),
    Error_Union_Unwrap(Trait.TRAPS),
    Error_Union_Get_Error(Trait.TRAPS),
    Union_Construct(Trait.NONE),
    Union_Tag_Check(Trait.PURE),
    Union_Payload_Extract(Trait.TRAPS),

    // ---- closures
    Closure_Create(Trait.NONE),
    Closure_Call(Trait.CALLS),
    Closure_Env_Load(Trait.PURE),

    // ---- control
    Label(Trait.NONE),
    Jump(Trait.ENDS),
    Branch(Trait.ENDS),
    Phi(Trait.PURE),
    Call(Trait.CALLS),
    Return(Trait.ENDS),
    /** Ends the task with a panic; the payload is its code. */
    Trap(Trait.ENDS),
    /** {@code [next, cleanup]}, and a nursery that is closed first: guards what follows. */
    Cleanup_Begin(Trait.ENDS),
    Cleanup_End(Trait.NONE),
    /** The end of a clean-up that was entered because something was thrown: throws it on. */
    Cleanup_Resume(Trait.ENDS),

    // ---- arithmetic
    Add(Trait.TRAPS),
    Sub(Trait.TRAPS),
    Mul(Trait.TRAPS),
    Div(Trait.TRAPS),
    Mod(Trait.TRAPS),
    Pow(Trait.TRAPS),
    Negate(Trait.TRAPS),
    Equal(Trait.TRAPS),
    NotEqual(Trait.TRAPS),
    Less(Trait.TRAPS),
    LessEqual(Trait.TRAPS),
    Greater(Trait.TRAPS),
    GreaterEqual(Trait.TRAPS),
    BitAnd(Trait.PURE),
    BitOr(Trait.PURE),
    Xor(Trait.PURE),
    Shl(Trait.TRAPS),
    Shr(Trait.TRAPS),
    BitNot(Trait.PURE),
    Not(Trait.PURE),
    /** A number as one of another type; traps if it does not fit. */
    Convert(Trait.TRAPS),

    // ---- texts, and what the host offers; priced by their sizes
    Text_Of(Trait.TRAPS),
    Text_Join(Trait.TRAPS),
    Text_Call(Trait.TRAPS),
    Print(Trait.TRAPS),
    /** A function of the library; priced by what it is given. */
    Std_Call(Trait.TRAPS),
    /** A function that the host offers; its price is part of the offer. */
    Host_Call(Trait.TRAPS),

    // ---- money
    Budget_Check(Trait.NONE),
    Budget_Decrement(Trait.NONE),
    Yield(Trait.SUSPENDS),

    // ---- tasks
    Nursery_Begin(Trait.SUSPENDS),
    Nursery_End(Trait.SUSPENDS),
    Nursery_Cancel(Trait.SUSPENDS),
    Spawn(Trait.SUSPENDS),
    /** As Spawn; the first input is the right by which the task is started. */
    Spawn_With(Trait.SUSPENDS),
    Async_Call(Trait.SUSPENDS),
    Await(Trait.SUSPENDS),
    Task_Create(Trait.SUSPENDS),
    Task_Join(Trait.SUSPENDS),
    Task_Cancel(Trait.SUSPENDS),
    Sleep(Trait.SUSPENDS),
    Is_Cancelled(Trait.SUSPENDS),

    // ---- channels
    Channel_Create(Trait.SUSPENDS),
    Channel_Send(Trait.SUSPENDS),
    Channel_Recv(Trait.SUSPENDS),
    Channel_TrySend(Trait.SUSPENDS),
    Channel_TryRecv(Trait.SUSPENDS),
    Channel_Close(Trait.SUSPENDS),
    Channel_IsClosed(Trait.SUSPENDS),
    Channel_Len(Trait.SUSPENDS),
    Select_Begin(Trait.SUSPENDS),
    Select_Add_Recv(Trait.SUSPENDS),
    Select_Add_Send(Trait.SUSPENDS),
    Select_Add_Timeout(Trait.SUSPENDS),
    Select_Add_Default(Trait.SUSPENDS),
    Select_Wait(Trait.SUSPENDS),
    Select_Get_Value(Trait.SUSPENDS),
    Select_End(Trait.SUSPENDS),

    // ---- resources and rights
    Using_Begin(Trait.NONE),
    Using_End(Trait.SUSPENDS),
    Cap_Spawn(Trait.TRAPS),
    Cap_AtMost(Trait.TRAPS),
    Cap_AtMostEver(Trait.TRAPS);

    private enum Trait {
        /** Depends on its inputs alone, and always has a value. */
        PURE,
        /** Has an effect or reads a variable; never fails. */
        NONE,
        /** May end the task. */
        TRAPS,
        /** Runs a function. */
        CALLS,
        /** Asks the scheduler for something. */
        SUSPENDS,
        /** The last of its block. */
        ENDS
    }

    private static final Map<String, Opcode> WORDS = new HashMap<>();

    static {
        for (Opcode opcode : values()) {
            WORDS.put(opcode.name(), opcode);
        }
    }

    private final Trait trait;

    Opcode(Trait trait) {
        this.trait = trait;
    }

    static @Nullable Opcode named(String word) {
        return WORDS.get(word);
    }

    public boolean isPure() {
        return trait == Trait.PURE;
    }

    /** The last node of a block. */
    public boolean isTerminator() {
        return trait == Trait.ENDS;
    }

    /** True if nobody can tell whether a charge comes before it or after it. */
    public boolean isQuiet() {
        return trait == Trait.PURE || trait == Trait.NONE;
    }

    /** Before these there must be a check. */
    public boolean isCheckedCall() {
        return switch (this) {
            case Call,
                    Closure_Call,
                    Async_Call,
                    Spawn,
                    Spawn_With,
                    Task_Create,
                    Channel_Send,
                    Channel_Recv,
                    Channel_TrySend,
                    Channel_TryRecv,
                    Select_Wait ->
                    true;
            default -> false;
        };
    }

    /** True for what only the scheduler can do: its place is {@link Tenancy#CPU_Parallel}. */
    public boolean isScheduled() {
        return trait == Trait.SUSPENDS;
    }
}
