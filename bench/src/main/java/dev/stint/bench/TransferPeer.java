package dev.stint.bench;

/** Virtual threads that hand over by a transfer queue. */
final class TransferPeer implements Peer {
    @Override
    public ChannelShapes channels() {
        return new TransferChannels();
    }
}
