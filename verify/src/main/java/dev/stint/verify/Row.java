package dev.stint.verify;

/**
 * What one proof, or one twin, has shown.
 *
 * @param samples how often the race was run, or how many schedules were tried at most
 * @param note what was seen, for a person; may be empty
 */
record Row(String name, Verdict verdict, long samples, double seconds, String note) {
    enum Verdict {
        /** A proof that held. */
        HELD("held"),
        /** A twin that showed its failure, as it must. */
        SHOWN("failure shown"),
        /** A proof that did not hold, or a twin that failed in another way than it should. */
        BROKEN("BROKEN"),
        /** A twin that showed nothing, so that its proof says nothing here. */
        NOT_SHOWN("NOT SHOWN on this machine"),
        /** It could not be run. */
        ERROR("ERROR");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        boolean isGood() {
            return this == HELD || this == SHOWN;
        }
    }
}
