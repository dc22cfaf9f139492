package dev.stint.weave.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.SimHook;
import dev.stint.weave.ClassSource;
import dev.stint.weave.WeaveRefusedException;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PointWeaverTest {
    private static final NotedSimulation SIMULATION = new NotedSimulation();

    private final TwinLoader twins = new TwinLoader();

    @BeforeEach
    void install() throws ClassNotFoundException {
        SimHook.install(SIMULATION);
        Class.forName(Samples.class.getName(), true, twins); // its initialiser is not looked at
        SIMULATION.takeNotes();
    }

    private static Object call(Class<?> type, String method) throws Exception {
        Method found = type.getDeclaredMethod(method);
        found.setAccessible(true);
        return found.invoke(null);
    }

    private Object callWoven(String method) throws Exception {
        return call(twins.loadClass(Samples.class.getName()), method);
    }

    private List<String> notesOf(String method) throws Exception {
        callWoven(method);
        return SIMULATION.takeNotes();
    }

    static Stream<String> samples() {
        return Stream.of(Samples.class.getDeclaredMethods())
                .filter(m -> Modifier.isPublic(m.getModifiers()))
                .map(Method::getName);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void weave_ordinaryCode_doesTheSame(String method) throws Exception {
        assertThat(callWoven(method)).isEqualTo(call(Samples.class, method));
    }

    // ---- memory

    @Test
    void weave_fields_areSaidBeforeEachAccessUnlessFinal() throws Exception {
        assertThat(notesOf("fields"))
                .containsExactly(
                        "read Samples.count",
                        "write Samples.count",
                        "read Samples.wide",
                        "write Samples.wide",
                        "read Samples.flag",
                        "write Samples.flag",
                        "read Samples.name",
                        "write Samples.name",
                        "read Samples.count",
                        "read Samples.wide",
                        "read Samples.flag",
                        "read Samples.name");
    }

    @Test
    void weave_staticFields_areSaidUnlessFinal() throws Exception {
        assertThat(notesOf("statics"))
                .containsExactly(
                        "write Samples.total",
                        "write Samples.ratio",
                        "read Samples.total",
                        "write Samples.total",
                        "read Samples.total",
                        "read Samples.ratio");
    }

    @Test
    void weave_arrays_areSaidByElementUnlessJustMade() throws Exception {
        assertThat(notesOf("arrays"))
                .containsExactly(
                        "read [2]",
                        "write [1]",
                        "read [1]", // the row of the grid, and then
                        "read [1]",
                        "write [0]",
                        "read [1]",
                        "write [0]",
                        "read [1]",
                        "read [1]",
                        "read [0]",
                        "read [0]");
    }

    @Test
    void weave_constructor_isSilentAboutWhatNobodyElseKnows() throws Exception {
        assertThat(notesOf("constructors"))
                .containsExactly("read Early.before", "read Samples.count", "read Samples.count");
    }

    @Test
    void weave_constructorThatHandsItselfOut_saysWhatItTouches() throws Exception {
        assertThat(notesOf("leak"))
                .containsExactly(
                        "write Leaky.a",
                        "change List.add",
                        "{",
                        "}",
                        "write Leaky.b",
                        "read Leaky.a",
                        "read Leaky.b");
    }

    @Test
    void weave_switchOverAnEnum_saysNothingOfItsTable() throws Exception {
        callWoven("choice"); // initialises the enum and the table
        SIMULATION.takeNotes();

        assertThat(notesOf("choice")).containsExactly("read [0]", "read [1]"); // of values()
    }

    // ---- calls

    @Test
    void weave_callsOfTheJdk_areSteps() throws Exception {
        assertThat(notesOf("calls"))
                .startsWith(
                        "change AtomicInteger.compareAndSet",
                        "look AtomicInteger.get",
                        "change Map.merge",
                        "{",
                        "}",
                        "look List.iterator",
                        "{",
                        "}",
                        "look Iterator.hasNext on nothing",
                        "look Iterator.next on nothing");
    }

    @Test
    void weave_callThatThrows_endsWhatItBegan() throws Exception {
        assertThat(notesOf("failingCall")).containsExactly("change Map.computeIfAbsent", "{", "}");
    }

    @Test
    void weave_methodReferences_areWovenLikeCalls() throws Exception {
        assertThat(notesOf("references")).contains("change AtomicInteger.incrementAndGet");
    }

    @Test
    void weave_varHandles_areStepsOnTheirObject() throws Exception {
        assertThat(notesOf("handles"))
                .containsExactly(
                        "change VarHandle.setVolatile",
                        "change VarHandle.getAndAdd",
                        "look VarHandle.get");
    }

    // ---- monitors

    @Test
    void weave_blocks_enterAndLeaveInOrder() throws Exception {
        assertThat(notesOf("block"))
                .containsExactly(
                        "enter object",
                        "enter Samples.class",
                        "write Samples.total",
                        "exit Samples.class",
                        "exit object",
                        "read Samples.total");
        assertThat(notesOf("throwingBlock")).containsExactly("enter object", "exit object");
    }

    @Test
    void weave_synchronizedMethods_enterAndLeaveOnEveryWayOut() throws Exception {
        assertThat(notesOf("methods"))
                .containsExactly(
                        "enter object",
                        "exit object",
                        "enter object",
                        "exit object",
                        "enter object",
                        "exit object",
                        "enter Samples.class",
                        "exit Samples.class");
    }

    @Test
    void weave_synchronizedMethod_entersAtItsFirstLine() throws Exception {
        callWoven("methods");

        assertThat(SIMULATION.linesEntered()).doesNotContain(0, -1);
    }

    @Test
    void weave_signals_areTheSimulations() throws Exception {
        assertThat(notesOf("signals"))
                .containsExactly(
                        "enter object",
                        "await 0",
                        "await 5000000",
                        "await 5000006",
                        "notify",
                        "notifyAll",
                        "holds",
                        "exit object");
    }

    // ---- time and chance

    @Test
    void weave_clock_isTheSimulations() throws Exception {
        String shown = callWoven("time").toString();

        assertThat(SIMULATION.takeNotes())
                .containsExactly(
                        "sleep 7000000", "sleep 1000000000", "giveWay", "giveWay", "park 9");
        assertThat(shown).matches("1000000 2020-01-01T00:00:00\\.0\\d+Z 15778368\\d+ 15778368\\d+");
    }

    @Test
    void weave_chance_isTheSimulations() throws Exception {
        assertThat(callWoven("chance")).isEqualTo(callWoven("chance"));
    }

    @Test
    void weave_timedWaits_areTheSimulations() throws Exception {
        assertThat(callWoven("waits")).isEqualTo("false null");
        assertThat(SIMULATION.takeNotes()).contains("within 3000000", "within 4");
    }

    // ---- any class

    @ParameterizedTest
    @ValueSource(strings = {"java/util/concurrent", "java/time", "java/lang/invoke"})
    void weave_classesOfTheJdk_verify(String folder) throws IOException {
        Path classes =
                FileSystems.getFileSystem(URI.create("jrt:/"))
                        .getPath("modules", "java.base", folder);
        var weaver = PointWeaver.of(ClassSource.ofJdk());
        var files = ClassFile.of();
        List<Path> all;
        try (Stream<Path> found = Files.walk(classes)) {
            all = found.filter(f -> f.toString().endsWith(".class")).toList();
        }
        assertThat(all).hasSizeGreaterThan(50);
        for (Path file : all) {
            assertThat(files.verify(weaver.weave(Files.readAllBytes(file))))
                    .as(file.toString())
                    .isEmpty();
        }
    }

    @Test
    void weave_subroutines_areRefusedByName() {
        byte[] old =
                ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
                        .build(
                                ClassDesc.of("dev.acme.Old"),
                                type ->
                                        type.withVersion(ClassFile.JAVA_5_VERSION, 0)
                                                .withMethodBody(
                                                        "run",
                                                        MethodTypeDesc.of(ConstantDescs.CD_void),
                                                        ClassFile.ACC_STATIC,
                                                        code -> {
                                                            Label end = code.newLabel();
                                                            code.with(
                                                                    DiscontinuedInstruction
                                                                            .JsrInstruction.of(
                                                                            end));
                                                            code.labelBinding(end);
                                                            code.return_();
                                                        }));

        assertThatThrownBy(() -> PointWeaver.of(ClassSource.ofJdk()).weave(old))
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("dev.acme.Old")
                .hasMessageContaining("jsr");
    }

    @Test
    void weave_whatIsNoClass_isRefused() {
        assertThatThrownBy(() -> PointWeaver.of(ClassSource.ofJdk()).weave(new byte[] {1, 2, 3}))
                .isInstanceOf(WeaveRefusedException.class);
    }
}
