package dev.stint.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.stint.Version;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Where and with what a result was measured. */
record Machine(
        Instant when,
        String cpu,
        int cores,
        long memoryMegabytes,
        String system,
        String jdk,
        String commit,
        double load) {
    static Machine here() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Machine(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                system.getTotalMemorySize() >> 20,
                system.getName() + " " + system.getVersion() + " " + system.getArch(),
                System.getProperty("java.vm.vendor") + " " + Runtime.version(),
                Version.commit(),
                system.getSystemLoadAverage());
    }

    private static String cpuModel() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown"; // not Linux
        }
    }

    String text(List<String> arguments, boolean quick) {
        return String.join(
                        "\n",
                        "date     " + when,
                        "commit   " + commit,
                        "command  ./stint bench " + String.join(" ", arguments),
                        "effort   " + (quick ? "quick: one fork each, fewer iterations" : "full"),
                        "cpu      " + cpu,
                        "cores    " + cores,
                        "memory   " + memoryMegabytes + " MB",
                        "system   " + system,
                        "jdk      " + jdk,
                        "load     " + String.format(Locale.ROOT, "%.2f", load) + " at the start",
                        "flags    " + String.join(" ", Jmh.flags(2)))
                + "\n";
    }
}
