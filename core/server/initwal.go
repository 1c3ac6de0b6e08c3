package server

import "clocksweep/core/scenario"

// segmentsAhead returns how many future WAL files pgbench -i left. A file that
// exists is overwritten; one that doesn't has to be filled with zeros first, so that
// WAL costs the disk twice as much.
//
// Up to 8.2, COPY puts every row into WAL (contrib/pgbench/pgbench.c copies 10,000
// rows at a time; that a table of the same transaction needs no WAL came later), the
// index built behind it none (access/nbtree/nbtsort.c, without archiving). An insert of
// an account is a record of about 165 bytes: a segment for each unit of scale, within
// a few per cent. By the checkpoint before the run all files but the current one have
// become future ones, up to the limit of RemoveOldXlogFiles.
//
// From 8.3 to 9.6 pgbench -i leaves next to nothing. Later releases are taken to
// start like that, too: what they keep follows an estimate that the run begins anew.
func segmentsAhead(sc *scenario.Scenario) int64 {
	if sc.Since("8.3") {
		return 0
	}
	return min(sc.Int(scenario.Scale), 2*sc.Int(scenario.CheckpointSegments))
}
