package dev.stint.hooks;

/** The delegate that is installed. */
final class Installed {
    static volatile Delegate delegate = new Unattended();

    private Installed() {}
}
