// Package scenario says what a run is: its settings, their legal values and
// defaults, and the two texts that carry them, configuration files and links.
//
// A [Scenario] is one run. It always has a legal value for every setting:
// [New] gives the defaults, [Scenario.Set] refuses what is not legal with an
// [*Error], a sentence that names the setting, the value and what is legal.
//
// Rules:
//
//   - Settings are named and written as PostgreSQL people write them. Those of
//     PostgreSQL have the names, units, ranges and defaults of
//     src/backend/utils/misc/guc.c in releases 7.4 to 19; those of the kernel
//     have the names of sysctl; the rest belongs to the lab.
//   - A default may depend on other settings: on the release, the machine, the
//     kernel, the file system. It is looked up when it is asked for, so an
//     explicit value wins and the order in which settings are given does not
//     matter.
//   - A setting that has no work in the scenario is not in force: the rate of a
//     pgbench without one, the size of a table that nothing reads (database.go).
//   - [Settings] is the one list of settings, for forms, command lines and
//     reports. Its order is the order in which they are shown.
//   - A file ([Parse]) has common settings and then a [section] for each run. A
//     link ([EncodeLink], [DecodeLink]) carries only differences, and what its sender
//     saw. What a link has that this version does not know is kept and reported.
//     Package link adds the compressed form.
//   - The script of pgbench -f is a setting like any other. It is kept in one line,
//     without comments; in a file its text may go on over several lines.
//   - Input from outside has at most 64 kB. All errors of a text are collected,
//     not only the first.
package scenario
