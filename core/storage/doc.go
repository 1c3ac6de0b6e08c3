// Package storage is what lies under the kernel's request queue: rotating disks,
// solid-state drives, cloud volumes and memory cards, arrays of them, and the
// controllers in front of arrays. All of them are a [Device]; [New] builds what
// a machine has.
//
// Everything runs in event handlers of [sim.Sim]; there are no processes in a
// device, and in steady state a command allocates nothing. Only solid-state
// drives and cloud volumes are random, from the run's seed.
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
// # The electronics of a disk
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
// # Arrays
//
// [Array] maps bytes to disks (raidmap.go), cuts commands at the borders of
// stripe units, chooses the mirror that reads, and turns a write to a parity
// level into reads and writes of rows (parity.go). What an array costs follows
// from the disks: that the second write of a RAID-5 page comes a revolution
// after the read is the angle of the platter, not a constant.
//
// # Controllers
//
// [Controller] keeps acknowledged writes in a cache that a battery protects, and
// writes them out by marks and sweeps (destage.go). A cache of n pages makes of
// random writes a sweep with n stops, and absorbs what is written again.
//
// # Without platters
//
// [Flash] is a solid-state drive: parallel reads, a memory for writes that
// empties at the rate of the flash behind it, and flushes that are dear without
// capacitors. [Volume] is a cloud volume: token buckets that all I/O shares, and
// a random delay. [Card] is a memory card: one thing after the other, and
// pauses.
package storage
