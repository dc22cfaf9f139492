package dev.stint.verify.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.verify.history.Request.Arm;
import dev.stint.verify.history.Request.How;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories written by hand, right ones and wrong ones. */
class ModelTest {
    /** The calls of a history; a begin or an end is a moment of its own. */
    private static final class Script {
        private final List<Shape> shapes;
        private final List<Call> calls = new ArrayList<>();

        Script(Shape... shapes) {
            this.shapes = List.of(shapes);
        }

        Script call(int begun, int ended, Request request, Answer answer) {
            calls.add(new Call(calls.size(), request, answer, begun, ended));
            return this;
        }

        boolean isExplained() {
            return Model.explains(shapes, calls);
        }
    }

    private static Script script(Shape... shapes) {
        return new Script(shapes);
    }

    private static Arm to(int channel, int value) {
        return new Arm(channel, true, value);
    }

    private static Arm from(int channel) {
        return new Arm(channel, false, 0);
    }

    private static Request send(int value) {
        return Request.of(How.WAIT, to(0, value));
    }

    private static final Request RECEIVE = Request.of(How.WAIT, from(0));
    private static final Request TRY_RECEIVE = Request.of(How.TRY, from(0));
    private static final Request CLOSE = Request.close(0);

    private static Answer done(int value) {
        return Answer.done(0, value);
    }

    private static Answer closed() {
        return Answer.closed(0);
    }

    // ---- meeting

    @Test
    void rendezvous_overlap_isExplained() {
        assertThat(
                        script(Shape.RENDEZVOUS)
                                .call(0, 3, send(7), done(7))
                                .call(1, 2, RECEIVE, done(7))
                                .isExplained())
                .isTrue();
    }

    @Test
    void rendezvous_sendOverBeforeTheReceive_isNot() {
        assertThat(
                        script(Shape.RENDEZVOUS)
                                .call(0, 1, send(7), done(7))
                                .call(2, 3, RECEIVE, done(7))
                                .isExplained())
                .isFalse();
    }

    @Test
    void buffered_sendOverBeforeTheReceive_isExplained() {
        assertThat(
                        script(Shape.ONE)
                                .call(0, 1, send(7), done(7))
                                .call(2, 3, RECEIVE, done(7))
                                .isExplained())
                .isTrue();
    }

    // ---- values

    @Test
    void receive_valueThatNobodySent_isNot() {
        assertThat(
                        script(Shape.ONE)
                                .call(0, 1, send(7), done(7))
                                .call(2, 3, RECEIVE, done(8))
                                .isExplained())
                .isFalse();
    }

    @Test
    void receive_valueTwice_isNot() {
        assertThat(
                        script(Shape.RENDEZVOUS)
                                .call(0, 5, send(7), done(7))
                                .call(1, 4, RECEIVE, done(7))
                                .call(2, 3, RECEIVE, done(7))
                                .isExplained())
                .isFalse();
    }

    @Test
    void receive_nothingAfterASendOfABuffer_isNot() {
        assertThat(
                        script(Shape.ONE)
                                .call(0, 1, send(7), done(7))
                                .call(2, 3, TRY_RECEIVE, Answer.NOTHING)
                                .isExplained())
                .isFalse();
    }

    @Test
    void receive_newerFirst_isNot() {
        assertThat(
                        script(Shape.TWO)
                                .call(0, 1, send(1), done(1))
                                .call(2, 3, send(2), done(2))
                                .call(4, 5, RECEIVE, done(2))
                                .call(6, 7, RECEIVE, done(1))
                                .isExplained())
                .isFalse();
    }

    @Test
    void receive_ofTwoSendsAtTheSameTime_anyOrderIsExplained() {
        for (int first : new int[] {1, 2}) {
            assertThat(
                            script(Shape.TWO)
                                    .call(0, 2, send(1), done(1))
                                    .call(1, 3, send(2), done(2))
                                    .call(4, 5, RECEIVE, done(first))
                                    .call(6, 7, RECEIVE, done(3 - first))
                                    .isExplained())
                    .isTrue();
        }
    }

    // ---- waiting in line

    /** Whoever tries and finds nothing says that the sender had not come; but it was served. */
    @Test
    void tryReceive_nothingWhileASendMustBeInLine_isNot() {
        assertThat(
                        script(Shape.ONE)
                                .call(0, 1, send(1), done(1))
                                .call(2, 9, send(2), done(2))
                                .call(3, 4, TRY_RECEIVE, Answer.NOTHING)
                                .call(5, 6, RECEIVE, done(1))
                                .call(7, 8, RECEIVE, done(2))
                                .isExplained())
                .isFalse();
    }

    @Test
    void send_overWhileTheBufferIsFull_isNot() {
        assertThat(
                        script(Shape.ONE)
                                .call(0, 1, send(1), done(1))
                                .call(2, 3, send(2), done(2))
                                .call(4, 5, RECEIVE, done(1))
                                .isExplained())
                .isFalse();
    }

    // ---- withdrawing

    @Test
    void cancelled_withNobodyElse_isExplained() {
        assertThat(script(Shape.RENDEZVOUS).call(0, 1, RECEIVE, Answer.CANCELLED).isExplained())
                .isTrue();
    }

    @Test
    void cancelled_butItsPartnerIsDone_isNot() {
        assertThat(
                        script(Shape.RENDEZVOUS)
                                .call(0, 3, RECEIVE, Answer.CANCELLED)
                                .call(1, 2, send(7), done(7))
                                .isExplained())
                .isFalse();
    }

    @Test
    void wait_answeredWithNothing_isNot() {
        assertThat(script(Shape.RENDEZVOUS).call(0, 1, RECEIVE, Answer.NOTHING).isExplained())
                .isFalse();
    }

    // ---- closing

    @Test
    void close_withASenderInLine_withdrawsIt() {
        assertThat(
                        script(Shape.RENDEZVOUS)
                                .call(0, 3, send(7), closed())
                                .call(1, 2, CLOSE, Answer.CLOSE)
                                .isExplained())
                .isTrue();
    }

    @Test
    void send_doneAfterAClose_isNot() {
        assertThat(
                        script(Shape.RENDEZVOUS)
                                .call(0, 5, send(7), done(7))
                                .call(1, 2, CLOSE, Answer.CLOSE)
                                .call(3, 4, RECEIVE, done(7))
                                .isExplained())
                .isFalse();
    }

    @Test
    void receive_closedWhileTheBufferHoldsSomething_isNot() {
        assertThat(
                        script(Shape.ONE)
                                .call(0, 1, send(7), done(7))
                                .call(2, 3, CLOSE, Answer.CLOSE)
                                .call(4, 5, RECEIVE, closed())
                                .isExplained())
                .isFalse();
    }

    @Test
    void receive_closedWithoutAClose_isNot() {
        assertThat(script(Shape.ONE).call(0, 1, RECEIVE, closed()).isExplained()).isFalse();
    }

    // ---- choosing

    private static final Request EITHER =
            Request.select(How.WAIT, false, List.of(from(0), from(1)));

    @Test
    void select_bothPartnersDone_isNot() {
        assertThat(
                        script(Shape.RENDEZVOUS, Shape.RENDEZVOUS)
                                .call(0, 5, EITHER, Answer.done(0, 7))
                                .call(1, 2, send(7), done(7))
                                .call(3, 4, Request.of(How.WAIT, to(1, 8)), done(8))
                                .isExplained())
                .isFalse();
    }

    @Test
    void select_onePartnerDoneAndOneCancelled_isExplained() {
        assertThat(
                        script(Shape.RENDEZVOUS, Shape.RENDEZVOUS)
                                .call(0, 5, EITHER, Answer.done(1, 8))
                                .call(1, 2, send(7), Answer.CANCELLED)
                                .call(3, 4, Request.of(How.WAIT, to(1, 8)), done(8))
                                .isExplained())
                .isTrue();
    }

    @Test
    void select_withItselfAsPartner_isNot() {
        var both = Request.select(How.WAIT, false, List.of(to(0, 7), from(0)));

        assertThat(script(Shape.RENDEZVOUS).call(0, 1, both, done(7)).isExplained()).isFalse();
    }

    @Test
    void selectInOrder_secondWhereTheFirstWasPossible_isNot() {
        for (boolean inOrder : new boolean[] {false, true}) {
            var select = Request.select(How.TRY, inOrder, List.of(from(0), from(1)));

            assertThat(
                            script(Shape.ONE, Shape.ONE)
                                    .call(0, 2, send(7), done(7))
                                    .call(3, 4, Request.of(How.WAIT, to(1, 8)), done(8))
                                    .call(1, 5, select, Answer.done(1, 8))
                                    .isExplained())
                    .isEqualTo(!inOrder);
        }
    }

    // ---- dropping

    @Test
    void dropsOldest_oldestReceived_isNot() {
        for (int received : new int[] {1, 2}) {
            assertThat(
                            script(Shape.DROPS_OLDEST)
                                    .call(0, 1, send(1), done(1))
                                    .call(2, 3, send(2), done(2))
                                    .call(4, 5, RECEIVE, done(received))
                                    .isExplained())
                    .isEqualTo(received == 2);
        }
    }

    @Test
    void dropsNewest_newestReceived_isNot() {
        for (int received : new int[] {1, 2}) {
            assertThat(
                            script(Shape.DROPS_NEWEST)
                                    .call(0, 1, send(1), done(1))
                                    .call(2, 3, send(2), done(2))
                                    .call(4, 5, RECEIVE, done(received))
                                    .isExplained())
                    .isEqualTo(received == 1);
        }
    }
}
