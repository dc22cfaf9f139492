package dev.stint.bench

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** Coroutines of a scope of their own on the default dispatcher. */
internal class KotlinTasks {
    private val all = Job()
    private val scope = CoroutineScope(Dispatchers.Default + all)

    fun launch(body: Runnable) {
        scope.launch { body.run() }
    }

    /** Starts one that answers whenever it is rung; the result rings. */
    fun answerWith(answer: Runnable): Runnable {
        val bell = Channel<Int>(1)
        scope.launch { for (ring in bell) answer.run() }
        return Runnable { bell.trySend(1) }
    }

    fun cancelAndJoin(): Unit = runBlocking { all.cancelAndJoin() }
}
