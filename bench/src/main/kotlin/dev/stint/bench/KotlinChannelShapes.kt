package dev.stint.bench

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.atomic.AtomicLong
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.select

/** The shapes of channels as coroutines of one scope on `Dispatchers.Default`. */
internal object KotlinChannelShapes {
    private const val SMALL = 127 // as ChannelShapes.SMALL
    private const val COLOURS = 3 // as Colours.COUNT
    private const val OVER = -1

    /** Small numbers are not allocated out here, while a suspending function would do so. */
    private fun boxed(number: Int): Any = number

    private fun unboxed(message: Any): Int = message as Int

    /** Runs it in a coroutine; returns its answer when all that it launched has ended. */
    private fun <T> run(main: suspend CoroutineScope.() -> T): T =
        runBlocking(Dispatchers.Default) { coroutineScope(main) }

    private suspend fun sendAll(channel: Channel<Any>, messages: Int) {
        for (i in 0 until messages) channel.send(boxed(i and SMALL))
    }

    @JvmStatic
    fun pingPong(trips: Int): Long = run {
        val there = Channel<Any>()
        val back = Channel<Any>()
        launch { repeat(trips) { back.send(there.receive()) } }
        var sum = 0L
        for (i in 0 until trips) {
            there.send(boxed(i and SMALL))
            sum += unboxed(back.receive())
        }
        sum
    }

    @JvmStatic
    fun pass(capacity: Int, senders: Int, receivers: Int, messages: Int): Long {
        val channel = Channel<Any>(capacity)
        val all = AtomicLong()
        run {
            repeat(receivers) {
                launch {
                    var sum = 0L
                    repeat(messages / receivers) { sum += unboxed(channel.receive()) }
                    all.addAndGet(sum)
                }
            }
            repeat(senders) { launch { sendAll(channel, messages / senders) } }
        }
        return all.get()
    }

    @JvmStatic
    fun chain(tasks: Int, laps: Int): Int = run {
        val front = Channel<Any>()
        var end = front
        repeat(tasks) {
            val from = end
            val to = Channel<Any>()
            launch { repeat(laps) { to.send(boxed(unboxed(from.receive()) + 1)) } }
            end = to
        }
        var number = 0
        repeat(laps) {
            front.send(boxed(number))
            number = unboxed(end.receive())
        }
        number
    }

    @JvmStatic
    fun ring(tasks: Int, hops: Int): Int {
        val channels = Array(tasks) { Channel<Any>() }
        val last = AtomicInteger(OVER)
        run {
            for (task in 0 until tasks) {
                launch {
                    val from = channels[task]
                    val to = channels[(task + 1) % tasks]
                    var token = unboxed(from.receive())
                    while (token > 0) {
                        to.send(boxed(token - 1))
                        token = unboxed(from.receive())
                    }
                    to.send(boxed(OVER))
                    if (token == 0) {
                        last.set(task)
                        from.receive() // it has gone round
                    }
                }
            }
            channels[0].send(boxed(hops))
        }
        return last.get()
    }

    @JvmStatic
    fun select(count: Int, messages: Int): Long = run {
        val channels = Array(count) { Channel<Any>() }
        for (channel in channels) launch { sendAll(channel, messages / count) }
        var sum = 0L
        repeat(messages / count * count) {
            sum += unboxed(select<Any> { for (channel in channels) channel.onReceive { it } })
        }
        sum
    }

    @JvmStatic
    fun sieve(limit: Int): Long = run {
        val numbers = Channel<Any>()
        launch {
            for (i in 2..limit) numbers.send(boxed(i))
            numbers.send(boxed(OVER))
        }
        var sum = 0L
        var end = numbers
        var prime = unboxed(end.receive())
        while (prime != OVER) {
            sum += prime
            val divisor = prime
            val from = end
            val to = Channel<Any>()
            launch { filter(divisor, from, to) }
            end = to
            prime = unboxed(end.receive())
        }
        sum
    }

    private suspend fun filter(divisor: Int, from: Channel<Any>, to: Channel<Any>) {
        var number = unboxed(from.receive())
        while (number != OVER) {
            if (number % divisor != 0) to.send(boxed(number))
            number = unboxed(from.receive())
        }
        to.send(boxed(OVER))
    }

    @JvmStatic
    fun chameneos(creatures: Int, meetings: Int): Long {
        val place = Channel<Any>()
        val own = Array(creatures) { Channel<Any>() }
        val met = AtomicLong()
        run {
            for (creature in 0 until creatures) {
                launch { met.addAndGet(live(creature, place, own[creature])) }
            }
            repeat(meetings) {
                val one = unboxed(place.receive())
                val other = unboxed(place.receive())
                own[one / COLOURS].send(boxed(other % COLOURS))
                own[other / COLOURS].send(boxed(one % COLOURS))
            }
            repeat(creatures) { own[unboxed(place.receive()) / COLOURS].send(boxed(OVER)) }
        }
        return met.get()
    }

    private suspend fun live(creature: Int, place: Channel<Any>, own: Channel<Any>): Long {
        var colour = creature % COLOURS
        var met = 0L
        while (true) {
            place.send(boxed(creature * COLOURS + colour))
            val other = unboxed(own.receive())
            if (other == OVER) return met
            colour = if (colour == other) colour else COLOURS - colour - other
            met++
        }
    }
}
