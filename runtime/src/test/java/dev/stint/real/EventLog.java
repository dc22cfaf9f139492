package dev.stint.real;

import dev.stint.event.Event;
import dev.stint.event.EventSink;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** A sink that keeps everything, in the order in which it was told. */
final class EventLog implements EventSink {
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();

    @Override
    public void accept(Event event) {
        events.add(event);
    }

    List<Event> all() {
        return List.copyOf(events);
    }

    <E extends Event> List<E> all(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <E extends Event> boolean has(Class<E> kind, Predicate<? super E> wanted) {
        return all(kind).stream().anyMatch(wanted);
    }

    /** What happened to one task, as words: "spawned", "mounted", "parked", … */
    List<String> storyOf(long task) {
        return events.stream().map(e -> word(e, task)).filter(w -> !w.isEmpty()).toList();
    }

    private static String word(Event event, long task) {
        return switch (event) {
            case Event.TaskSpawned e when e.task() == task -> "spawned";
            case Event.TaskMounted e when e.task() == task -> "mounted";
            case Event.TaskYielded e when e.task() == task -> "yielded";
            case Event.TaskParked e when e.task() == task -> "parked";
            case Event.TaskBlockedInJdk e when e.task() == task -> "blocked";
            case Event.TaskWoken e when e.task() == task -> "woken";
            case Event.CarrierBlocked e when e.task() == task -> "pinned";
            case Event.TaskFinished e when e.task() == task -> "finished";
            default -> "";
        };
    }
}
