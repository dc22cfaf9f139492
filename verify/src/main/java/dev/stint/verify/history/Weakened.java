package dev.stint.verify.history;

import dev.stint.channel.Channel;
import dev.stint.error.ChannelClosedException;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.wait.Waiter;
import dev.stint.verify.history.Request.Arm;
import dev.stint.verify.stress.WeakChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Operations of which one is as in the runtime but for one thing, on production channels. */
final class Weakened {
    private Weakened() {}

    private static boolean isCancelled() {
        TaskImpl<?> task = TaskImpl.currentOrNull();
        return task != null ? task.isCancelRequested() : Thread.currentThread().isInterrupted();
    }

    private static Object valueOf(Object outcome) {
        if (!(outcome instanceof Cell sender)) {
            return outcome;
        }
        Object value = Objects.requireNonNull(sender.item);
        sender.wake();
        return value;
    }

    /** A receive that was cancelled withdraws, although a sender may have claimed it before. */
    static final class Withdrawal extends Operations {
        @Override
        int receive(Channel<Integer> channel) throws InterruptedException {
            TaskImpl<?> me = TaskImpl.currentOrNull();
            if (me != null) {
                me.payChannelOp("receive");
            }
            Object outcome;
            var cell = new Cell(Waits.current(), null, "a value in ", channel);
            WeakChannel.acquire(channel);
            try {
                outcome = WeakChannel.poll(channel);
                if (WeakChannel.wouldWait(outcome)) {
                    WeakChannel.join(channel, cell, false);
                }
            } finally {
                WeakChannel.release(channel);
            }
            if (WeakChannel.wouldWait(outcome)) {
                outcome = await(channel, cell);
            }
            if (WeakChannel.isClosed(outcome)) {
                throw new ChannelClosedException("found closed", null);
            }
            return (Integer) valueOf(outcome);
        }

        private static Object await(Channel<Integer> channel, Cell cell)
                throws InterruptedException {
            try {
                int reason = Waits.await(cell, TimerHeap.NONE, "receive");
                if (!isCancelled()) { // in Exchange only the claim counts
                    return reason == WaitNode.CLOSE
                            ? WeakChannel.closed()
                            : Objects.requireNonNull(cell.item);
                }
                throw new InterruptedException();
            } catch (InterruptedException e) {
                WeakChannel.leave(channel, cell, false);
                throw e;
            }
        }
    }

    /** A select whose cells are claimed each by itself; the first that it sees is the winner. */
    static final class Choice extends Operations {
        @Override
        Answer select(List<Channel<Integer>> channels, List<Arm> arms) throws InterruptedException {
            TaskImpl<?> me = TaskImpl.currentOrNull();
            if (me != null) {
                me.payChannelOp("select");
            }
            var node = Waits.newNode();
            var cells = new ArrayList<Cell>();
            for (Channel<Integer> channel : channels) { // they are in the order of their making
                WeakChannel.acquire(channel);
            }
            try {
                for (int i = 0; i < arms.size(); i++) {
                    Answer answer = attempt(channels, arms.get(i), i);
                    if (answer != Answer.NOTHING) {
                        return answer;
                    }
                }
                for (Arm arm : arms) {
                    Channel<Integer> channel = channels.get(arm.channel());
                    Object item = arm.sends() ? arm.value() : null;
                    // In Choice all cells share the claim of the select.
                    Waiter notified = () -> node.notifyWaiter(WaitNode.DATA);
                    var cell = new Cell(notified, item, "a partner in ", channel);
                    cells.add(cell);
                    WeakChannel.join(channel, cell, arm.sends());
                }
            } finally {
                channels.forEach(WeakChannel::release);
            }
            return await(channels, arms, cells, node);
        }

        /** Lock held; wakes a partner at once, which is early but harmless. */
        private static Answer attempt(List<Channel<Integer>> channels, Arm arm, int number) {
            Channel<Integer> channel = channels.get(arm.channel());
            Object outcome =
                    arm.sends()
                            ? WeakChannel.offer(channel, arm.value())
                            : WeakChannel.poll(channel);
            if (WeakChannel.wouldWait(outcome)) {
                return Answer.NOTHING;
            }
            if (WeakChannel.isClosed(outcome)) {
                return Answer.closed(number);
            }
            Object value = valueOf(outcome);
            return Answer.done(number, arm.sends() ? arm.value() : (Integer) value);
        }

        private static Answer await(
                List<Channel<Integer>> channels, List<Arm> arms, List<Cell> cells, WaitNode node)
                throws InterruptedException {
            Answer answer = Answer.CANCELLED;
            try {
                Waits.await(node, TimerHeap.NONE, "select");
            } finally {
                for (int i = 0; i < cells.size(); i++) {
                    Cell cell = cells.get(i);
                    Arm arm = arms.get(i);
                    if (!cell.claim(WaitNode.CANCEL) && answer == Answer.CANCELLED) {
                        answer = answerOf(cell, arm, i);
                    }
                    WeakChannel.leave(channels.get(arm.channel()), cell, arm.sends());
                }
            }
            return answer;
        }

        private static Answer answerOf(Cell cell, Arm arm, int number) {
            return cell.reason() == WaitNode.CLOSE
                    ? Answer.closed(number)
                    : Answer.done(
                            number,
                            arm.sends()
                                    ? arm.value()
                                    : (Integer) Objects.requireNonNull(cell.item));
        }
    }

    /** A close that leaves those who wait to send in their line. */
    static final class Close extends Operations {
        @Override
        void close(Channel<Integer> channel) {
            WeakChannel.closeForReceivers(channel);
        }
    }
}
