package dev.stint.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every program, run, prints what it should. */
@Timeout(60)
class ExamplesTest {
    @Test
    void helloTasks_greets() throws Exception {
        assertThat(Output.of(HelloTasks.class)).isEqualTo("hello from task 'greeter'\n");
    }

    @Test
    void parallelSum_isRight() throws Exception {
        assertThat(Output.of(ParallelSum.class))
                .isEqualTo("1 + 2 + ... + 1000000 = 500000500000\n");
    }

    @Test
    void sleepSort_sorts_inNoTime() throws Exception {
        assertThat(Output.of(SleepSort.class)).isEqualTo("[3, 11, 17, 23, 29], 29 hours later\n");
    }

    @Test
    void nobodyAwaits_isToldOfTheFailure() throws Exception {
        assertThat(Output.of(NobodyAwaits.class))
                .isEqualTo("listener failed: the port is taken\ntick\ntick\ntick\n");
    }

    @Test
    void whoHadWhat_countsTheSameInEveryRun() throws Exception {
        assertThat(Output.of(WhoHadWhat.class))
                .isEqualTo(
                        """
                        miner: 50000 operations in 5 runs; gave way 0 times, had to 4 times, waited 0 times
                        guard: 300 operations in 7 runs; gave way 3 times, had to 0 times, waited 3 times
                        all:   50300 operations in 12 runs; gave way 3 times, had to 4 times, waited 3 times
                        """);
    }

    @Test
    void fairShares_areThoseOfTheWeights() throws Exception {
        assertThat(Output.of(FairShares.class)).isEqualTo("batch had 25 %\nshop had 75 %\n");
    }

    @Test
    void blockingIsFine_releasesAll() throws Exception {
        assertThat(Output.of(BlockingIsFine.class))
                .isEqualTo("1000 tasks blocked and were released, sum 499500\n");
    }

    @Test
    void replayABug_findsASeedAndReplaysIt() throws Exception {
        assertThat(Output.of(ReplayABug.class))
                .matches(
                        """
                        a deposit is lost under seed (\\d+)
                        again under seed \\1: balance 1
                        the same run: true
                        """);
    }

    @Test
    void replayABug_someSeedsGoWell() throws Exception {
        long well = 0;
        for (long seed = 1; seed <= 50; seed++) {
            well += ReplayABug.run(seed).balance() == 2 ? 1 : 0;
        }
        assertThat(well).isBetween(1L, 49L);
    }

    @Test
    void runUserRules_servesStopsAndRefuses() throws Exception {
        assertThat(Output.of(RunUserRules.class))
                .startsWith("alice: total 2750 for 22 operations\n")
                .contains("bob: OperationBudgetExhaustedException for ")
                .contains("carol: OperationBudgetExhaustedException for ")
                .contains("mallory: refused, ")
                .contains("System.exit");
    }

    @Test
    void stoppedByAGuard_stopsOneAndServesTheOther() throws Exception {
        assertThat(Output.of(StoppedByAGuard.class))
                .isEqualTo(
                        """
                        mallory: stopped by the guard of uncharged memory
                        alice: done, 42
                        """);
    }

    @Test
    void breakIt_findsWhoIsLeftWaiting() throws Exception {
        assertThat(Output.of(BreakIt.class))
                .isEqualTo("DEADLOCK: nothing can run, and somebody waits\n");
    }

    @Test
    void checkAStack_isNotOne() throws Exception {
        assertThat(Output.of(CheckAStack.class)).isEqualTo("NOT_LINEARIZABLE\n");
    }

    @Test
    void findARace_findsAndReplaysIt() throws Exception {
        assertThat(Output.of(FindARace.class))
                .isEqualTo(
                        """
                        FAILED: java.lang.IllegalStateException: a seat was sold twice
                        the same again: true
                        sold safely: true
                        """);
    }

    @Test
    void watchIt_seesWhoWaitsForWhat() throws Exception {
        assertThat(Output.of(WatchIt.class))
                .contains("baker is BLOCKED: waits for the end of a sleep of PT1H\n")
                .contains("guest is BLOCKED: waits for the end of task 1 'baker'\n")
                .contains("Closed=1", "TaskSpawned=2", "TaskFinished=2", "ClockJumped=2");
    }

    @Test
    void scatterGather_takesWhatHasComeInTime() throws Exception {
        assertThat(Output.of(ScatterGather.class))
                .isEqualTo(
                        """
                        near: costs 31
                        far: costs 27
                        asleep: no answer in time
                        broken: failed, out of order
                        """);
    }

    @Test
    void pipeline_holdsTheSourceBack() throws Exception {
        assertThat(Output.of(Pipeline.class))
                .isEqualTo("12 pages stored; at most 3 waited in the buffer\n");
    }

    @Test
    void fanOutFanIn_losesNothing() throws Exception {
        assertThat(Output.of(FanOutFanIn.class)).isEqualTo("sum of squares: 338350\n");
    }

    @Test
    void selectWithTimeout_hearsAllAndNoticesSilence() throws Exception {
        assertThat(Output.of(SelectWithTimeout.class))
                .isEqualTo(
                        """
                        price 31
                        silence
                        storm ahead
                        price 44
                        no more news
                        """);
    }

    @Test
    void inOrder_givesResultsInTheOrderOfTheQuestions() throws Exception {
        assertThat(Output.of(InOrder.class))
                .isEqualTo(
                        """
                        picture of 900 after 900 ms
                        picture of 10 after 900 ms
                        picture of 500 after 900 ms
                        picture of 20 after 900 ms
                        """);
    }

    @Test
    void limits_areKept() throws Exception {
        assertThat(Output.of(Limits.class)).isEqualTo("100 calls in 4 s over 3 connections\n");
    }

    @Test
    void allTogether_nobodyStartsBeforeTheLastHasCome() throws Exception {
        assertThat(Output.of(AllTogether.class))
                .isEqualTo(
                        """
                        runner 3 starts at 300 ms
                        runner 1 starts at 300 ms
                        runner 2 starts at 300 ms
                        """);
    }

    @Test
    void workerPool_isBounded() throws Exception {
        assertThat(Output.of(WorkerPool.class)).isEqualTo("20 jobs done, at most 3 at once\n");
    }

    @Test
    void runAPlugin_stopsTheGreedyOne() throws Exception {
        assertThat(Output.of(RunAPlugin.class))
                .isEqualTo(
                        """
                        modest has ended
                        modest pays for 303 operations and 3072 bytes
                        greedy was stopped: no operations
                        greedy pays for 10000 operations and 102400 bytes
                        """);
    }

    @Test
    void onTheCallersRight_theServiceRunsBeforeTheBatch() throws Exception {
        assertThat(Output.of(OnTheCallersRight.class))
                .isEqualTo(
                        """
                        sample 1 is filtered to 10
                        sample 2 is filtered to 20
                        sample 3 is filtered to 30
                        the batch is done
                        control has paid for the filter: true
                        """);
    }

    @Test
    void everyPeriod_theLoopRunsInEachAndOneTooManyIsRefused() throws Exception {
        assertThat(Output.of(EveryPeriod.class))
                .isEqualTo(
                        """
                        0 ms: loop has done round 1
                        0 ms: batch has done round 1
                        10 ms: loop has done round 2
                        20 ms: loop has done round 3
                        used up 2 times
                        scheduler 'stint' has no room for context 'video': \
                        it asks for 6000000 ns / 10000000 ns = \
                        0.600 of a worker, \
                        1 open contexts have 0.200, and all together may have 0.750 of 1 workers. \
                        Ask for less time or fewer operations in a period, for a longer period, or close another context.
                        """);
    }

    @Test
    void ownWorkers_oneIsLeasedAndOneTooManyIsRefused() throws Exception {
        assertThat(Output.of(OwnWorkers.class))
                .isEqualTo(
                        """
                        ACTIVE: [LeasedWorker[id=1, standIn=false, placement=]]
                        scheduler 'stint' has no workers for lease 'more': \
                        of 2 workers 1 are leased and it asks for 1, which would leave 0; \
                        1 must stay for everybody. Ask for fewer, close another lease, \
                        or open the scheduler with more workers.
                        """);
    }

    @Test
    void soundIsland_besideHogs_missesNothing() throws Exception {
        assertThat(Output.of(SoundIsland.class))
                .isEqualTo(
                        """
                        [source, filter, mixer, sink]: 6000 activations, 0 misses, 0 left out, \
                        0 overruns, 0 waits
                        """);
    }

    @Test
    void rulesForTenants_decideAndAreCompared() throws Exception {
        assertThat(Output.of(RulesForTenants.class))
                .isEqualTo(
                        """
                        NOTED: put a policy in force
                        NOTED: NEW -> WELL
                        CHANGED: open tenant 'web' with weight 1 and slice 100000
                        GRANTED: open tenant 'batch-1' with weight 1 and slice 100000
                        REFUSED: open tenant 'guest' with weight 1 and slice 100000
                        a guest is not taken in
                        REFUSED: open lease 'of its own' of 1 workers for tenant 'batch-1'
                        batch-1 has no worker of its own
                                             by day                                   by night
                        tenant               weight   share      p50      p99  miss   weight   share      p50      p99  miss
                        web                       3   71.6%   41.9ms   41.9ms     1        1   26.6%   60.0ms   60.0ms     1
                        batch-1                   1   28.4%   60.0ms   60.0ms     1        3   73.4%   40.9ms   40.9ms     1
                        all done after       60.0ms                                   60.0ms
                        """);
    }

    @Test
    void lendARight_lendsAPart() throws Exception {
        assertThat(Output.of(LendARight.class))
                .isEqualTo(
                        """
                        without: CapabilityMissingException
                        lent started 1
                        lent started 2
                        lent: CapabilityExceededException
                        revoked: CapabilityRevokedException
                        """);
    }

    @Test
    void lendTime_opensWithinItsBoundAndIsRevoked() throws Exception {
        assertThat(Output.of(LendTime.class))
                .isEqualTo(
                        """
                        mixes on PT0.001S in each period
                        task 1 'mixer' cannot open context 'context': CapSchedule of tenant 1 \
                        'sound' (derived once) is one to 0.25 of a worker, 0.1 of a worker are open \
                        by it, and this needs 0.2 of a worker. Close one, or ask for less.
                        left: 0.15
                        left: 0.25
                        """);
    }

    @Test
    void timedSlices_endTheLoop() throws Exception {
        assertThat(Output.of(TimedSlices.class))
                .isEqualTo(
                        """
                        the other has run, and has ended the hog
                        which pays by operations: true
                        """);
    }

    @Test
    void supervisedService_isKeptRunning() throws Exception {
        assertThat(Output.of(SupervisedService.class))
                .isEqualTo(
                        """
                        0 s: database is up
                        0 s: web is up
                        10 s: database is down
                        10 s: web is down
                        11 s: database is up
                        11 s: web is up
                        21 s: database is down
                        21 s: web is down
                        23 s: database is up
                        23 s: web is up
                        73 s: pays for 100 operations
                        300 s: database was restarted 2 times
                        300 s: web was restarted 2 times
                        300 s: web is down
                        300 s: database is down
                        300 s: closed
                        """);
    }

    @Test
    void requestReply_answersAndIsStartedAgain() throws Exception {
        assertThat(Output.of(RequestReply.class))
                .isEqualTo(
                        """
                        ann has 42
                        actor 'bank' failed: java.util.NoSuchElementException: No value present
                        ann has 7
                        restarts: 1
                        5 handled
                        not handled: Balance
                        """);
    }
}
