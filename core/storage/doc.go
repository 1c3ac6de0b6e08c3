// Package storage is a rotating disk: the mechanism that moves the heads over
// the spinning platters, and the electronics in front of it.
//
// # The mechanism
//
// [Mechanics] answers one question: how long does a transfer take that starts
// now? The seek time follows from three numbers of a datasheet, the transfer
// rate from the zone, and the rotational delay from the angle at which the
// platters stand at that moment. The angle is a function of virtual time
// alone, as if the spindle had started at time zero; so a program that writes
// the same sector again and again gets one write per revolution, and a write
// that comes a moment too late for the next sector waits for a whole one.
// Nothing in here is random.
//
// # The electronics
//
// [Drive] takes up to a queue depth of commands. Reads, and writes while the
// write cache is off, wait for the mechanism, which serves the one that it can
// reach first. With the write cache on, a write is acknowledged as soon as its
// data has crossed the cable and there is room for it; the mechanism writes it
// out later in ascending order. FLUSH CACHE completes when everything that was
// in the cache at that moment is on the platters.
//
// The rules of what the mechanism does next:
//
//   - commands of the host come first while the write cache is at most half
//     full and nobody waits for room or for a flush;
//   - otherwise the mechanism takes turns: one command, one destaging transfer;
//   - with no command waiting it finishes the read-ahead behind the last read,
//     then destages.
//
// Everything runs in event handlers of [sim.Sim]; there are no processes in the
// drive, and in steady state a command allocates nothing.
package storage
