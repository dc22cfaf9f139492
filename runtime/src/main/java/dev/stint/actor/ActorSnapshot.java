package dev.stint.actor;

import dev.stint.channel.ChannelSnapshot;

/**
 * An actor at one moment.
 *
 * <p>While nobody tells it anything and it handles nothing, {@code handled + deadLetters +
 * mailbox.dropped() + mailbox.buffered()} is what it was told.
 *
 * @param name its name
 * @param starts how often it was started; more than once only under a supervisor
 * @param handled how many messages it has handled
 * @param deadLetters how many it had and did not handle, whether somebody has taken them or not
 * @param lateReplies how many of its replies came when nobody waited for them any more
 * @param mailbox its mailbox; closed once it was stopped or has ended
 * @param deadLetterBox those dead letters that nobody has taken yet
 * @param ended true once it has ended and will not be started again
 */
public record ActorSnapshot(
        String name,
        long starts,
        long handled,
        long deadLetters,
        long lateReplies,
        ChannelSnapshot mailbox,
        ChannelSnapshot deadLetterBox,
        boolean ended) {}
