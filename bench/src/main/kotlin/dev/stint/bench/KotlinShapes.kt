package dev.stint.bench

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.atomic.AtomicReferenceArray
import java.util.function.BooleanSupplier
import java.util.function.IntToLongFunction
import kotlin.coroutines.resume
import kotlin.time.Duration.Companion.nanoseconds
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.yield
import org.openjdk.jmh.infra.Blackhole

/**
 * The shapes as coroutines on `Dispatchers.Default`. Where children are joined they are in a scope;
 * elsewhere they have no parent, because nothing is asked of one.
 */
@OptIn(DelicateCoroutinesApi::class)
internal object KotlinShapes {
    private const val CHILDREN = 10 // as SkynetBench.CHILDREN

    /** One count for all tasks and one for the waiter; whoever takes the last resumes the waiter. */
    private class Countdown(tasks: Int) {
        private val left = AtomicInteger(tasks + 1)
        @Volatile private var waiter: CancellableContinuation<Unit>? = null

        fun countDown() {
            if (left.decrementAndGet() == 0) waiter!!.resume(Unit)
        }

        suspend fun await(): Unit = suspendCancellableCoroutine {
            waiter = it
            countDown()
        }
    }

    @JvmStatic
    fun spawn(tasks: Int, body: Runnable): Unit = runBlocking(Dispatchers.Default) {
        coroutineScope { repeat(tasks) { launch { body.run() } } }
    }

    @JvmStatic
    fun spawnGlobally(tasks: Int, body: Runnable): Unit = runBlocking(Dispatchers.Default) {
        val left = Countdown(tasks)
        repeat(tasks) {
            GlobalScope.launch {
                body.run()
                left.countDown()
            }
        }
        left.await()
    }

    @JvmStatic
    fun skynet(leaves: Int): Long = runBlocking(Dispatchers.Default) { skynet(0, leaves) }

    private suspend fun skynet(first: Long, leaves: Int): Long {
        if (leaves == 1) return first
        val each = leaves / CHILDREN
        return coroutineScope {
            val children = Array(CHILDREN) { i -> async { skynet(first + i.toLong() * each, each) } }
            var sum = 0L
            for (child in children) sum += child.await()
            sum
        }
    }

    @JvmStatic
    fun nest(levels: Int): Int = runBlocking(Dispatchers.Default) { nestHere(levels) }

    private suspend fun nestHere(levels: Int): Int {
        if (levels == 1) return 1
        return coroutineScope { async { nestHere(levels - 1) }.await() + 1 }
    }

    /** Starts branches of sleepers; the answer cancels them and waits for their end. */
    @JvmStatic
    fun tree(branches: Int, each: Int, millis: Long, armed: Runnable, ended: Runnable): Runnable {
        val top = GlobalScope.launch {
            repeat(branches) {
                launch {
                    repeat(each) {
                        launch {
                            armed.run()
                            try {
                                delay(millis)
                            } finally {
                                ended.run()
                            }
                        }
                    }
                }
            }
        }
        return Runnable { runBlocking { top.cancelAndJoin() } }
    }

    @JvmStatic
    fun yields(tasks: Int, each: Int): Unit = runBlocking(Dispatchers.Default) {
        val left = Countdown(tasks)
        repeat(tasks) {
            GlobalScope.launch {
                repeat(each) { yield() }
                left.countDown()
            }
        }
        left.await()
    }

    /** Starts so many that give way until they are told to end. */
    @JvmStatic
    fun giveWay(tasks: Int, started: Runnable, isOn: BooleanSupplier, ended: Runnable) {
        GlobalScope.launch {
            repeat(tasks) {
                launch {
                    started.run()
                    while (isOn.asBoolean) yield()
                    ended.run()
                }
            }
        }
    }

    @JvmStatic
    fun compute(tasks: Int, tokens: Long): Unit = runBlocking(Dispatchers.Default) {
        val left = Countdown(tasks)
        repeat(tasks) {
            GlobalScope.launch {
                Blackhole.consumeCPU(tokens)
                left.countDown()
            }
        }
        left.await()
    }

    /** Each of two suspends and, once it can be resumed, resumes the other. */
    @JvmStatic
    fun roundTrips(trips: Int): Unit = runBlocking(Dispatchers.Default) {
        val slots = AtomicReferenceArray<CancellableContinuation<Unit>>(2)
        val left = Countdown(2)
        GlobalScope.launch {
            suspendCancellableCoroutine { slots.set(1, it) }
            repeat(trips - 1) {
                suspendCancellableCoroutine {
                    slots.set(1, it)
                    slots.get(0).resume(Unit)
                }
            }
            slots.get(0).resume(Unit)
            left.countDown()
        }
        while (slots.get(1) == null) yield()
        GlobalScope.launch {
            repeat(trips) {
                suspendCancellableCoroutine {
                    slots.set(0, it)
                    slots.get(1).resume(Unit)
                }
            }
            left.countDown()
        }
        left.await()
    }

    /** Starts coroutines that suspend until [release]; each leaves its continuation in [places]. */
    @JvmStatic
    fun park(places: Array<Any?>, parked: Runnable, woken: Runnable) {
        for (i in places.indices) {
            GlobalScope.launch {
                suspendCancellableCoroutine<Unit> {
                    places[i] = it
                    parked.run()
                }
                woken.run()
            }
        }
    }

    @JvmStatic
    @Suppress("UNCHECKED_CAST")
    fun release(place: Any) {
        (place as CancellableContinuation<Unit>).resume(Unit)
    }

    /** Starts sleepers; the answer cancels those that still sleep. */
    @JvmStatic
    fun sleep(count: Int, until: IntToLongFunction, armed: Runnable, woken: Runnable): Runnable {
        val sleepers = Array(count) { i ->
            GlobalScope.launch {
                armed.run()
                try {
                    delay((until.applyAsLong(i) - System.nanoTime()).nanoseconds)
                } finally {
                    woken.run()
                }
            }
        }
        return Runnable { sleepers.forEach { it.cancel() } }
    }
}
