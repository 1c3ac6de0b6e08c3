package diagnose

import (
	"math"
	"slices"
	"strconv"

	"clocksweep/core/checkpointer"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
)

const segmentMB = 16 // a WAL segment

// checkpointsByWAL finds checkpoints that WAL volume begins before their time.
func checkpointsByWAL(f *facts) *Finding {
	all, warned := int64(len(f.r.Checkpoints)), int64(0)
	for i := range f.r.Checkpoints {
		if f.r.Checkpoints[i].TooOften >= 0 {
			warned++
		}
	}
	byWAL := f.byWAL()
	if share(byWAL, all) < most {
		return nil
	}
	limit, larger := scenario.CheckpointSegments, f.segmentsForTimeout()
	if f.sc.Has(scenario.MaxWALSize) {
		limit, larger = scenario.MaxWALSize, f.walSizeForTimeout()
	}
	apart := f.seconds / float64(all)
	because := capital(ofCheckpoints(byWAL, all, "was", "were")) + " begun by the volume of WAL, not by " + f.set(scenario.CheckpointTimeout) + ": with " +
		f.set(limit) + " one begins every " + whole(f.distanceMB()) + " MB, and " + megabytes(f.walRate()) + " a second came, one every " + digits(apart) + " s."
	if warned > 0 {
		because += " The server logged " + often(warned) + " that checkpoints occur too frequently, which is when they are less than " +
			f.set(scenario.CheckpointWarning) + " apart."
	}
	return &Finding{
		ID: "checkpoints-by-wal", Title: "Checkpoints come before their time", Because: because,
		Try: []scenario.Change{larger},
		Evidence: []Number{
			{"checkpoints_by_wal", float64(byWAL), ""}, {"checkpoints", float64(all), ""}, {"apart", apart, "s"},
			{"wal", f.walRate() / (1 << 20), "MB/s"}, {"too_frequent_warnings", float64(warned), ""},
		},
	}
}

// byWAL returns how many checkpoints WAL volume began.
func (f *facts) byWAL() (n int64) {
	for i := range f.r.Checkpoints {
		if f.r.Checkpoints[i].ByWAL() {
			n++
		}
	}
	return n
}

// walRate returns bytes of WAL a second.
func (f *facts) walRate() float64 { return f.rate(f.n.WALBytes) }

// walAhead returns how much longer than the distance between two checkpoints the WAL
// may become, as a multiple: two checkpoints' worth up to 10, one since, and what
// comes while the next one writes (CalculateCheckpointSegments of
// access/transam/xlog.c).
func (f *facts) walAhead() float64 {
	if f.sc.Since("11") {
		return 1 + f.sc.Float(scenario.CheckpointCompletionTarget)
	}
	return 2 + f.sc.Float(scenario.CheckpointCompletionTarget)
}

// distanceMB returns after how much WAL a checkpoint begins.
func (f *facts) distanceMB() float64 {
	if !f.sc.Has(scenario.MaxWALSize) {
		return segmentMB * float64(f.sc.Int(scenario.CheckpointSegments))
	}
	return segmentMB * max(1, math.Floor(float64(f.sc.Int(scenario.MaxWALSize)/segmentMB)/f.walAhead()))
}

// walInTimeoutMB is what WAL the server writes in checkpoint_timeout at its present
// rate, or ten times the present distance if that is less: the rate falls when
// checkpoints are further apart, since each one begins another round of full-page
// images.
func (f *facts) walInTimeoutMB() float64 {
	return min(f.walRate()*float64(f.sc.Int(scenario.CheckpointTimeout))/(1<<20), 10*f.distanceMB())
}

func (f *facts) walSizeForTimeout() scenario.Change {
	gigabytes := int64(f.walInTimeoutMB()*f.walAhead()/1024) + 1
	return try(scenario.MaxWALSize, f.show(scenario.MaxWALSize, gigabytes*1024))
}

func (f *facts) segmentsForTimeout() scenario.Change {
	return try(scenario.CheckpointSegments, strconv.FormatInt(int64(f.walInTimeoutMB()/segmentMB)+1, 10))
}

// fullPageImages finds WAL that consists mostly of full-page images where its volume
// costs something: it begins checkpoints, or keeps a busy disk busy.
func fullPageImages(f *facts) *Finding {
	n := f.n
	diskBusy := share(n.DiskUtilNs, f.r.VirtualNs) >= most && share(n.WALBytes, n.DiskWriteByte) >= most
	if len(f.r.Checkpoints) == 0 || share(n.WALFPIBytes, n.WALBytes) < most || share(f.byWAL(), int64(len(f.r.Checkpoints))) < most && !diskBusy {
		return nil
	}
	tries := []scenario.Change{f.times(scenario.CheckpointTimeout, 3)}
	if f.sc.Has(scenario.MaxWALSize) {
		tries = append(tries, f.times(scenario.MaxWALSize, 3))
	} else {
		tries = append(tries, f.times(scenario.CheckpointSegments, 3))
	}
	return &Finding{
		ID:    "full-page-images",
		Title: percent(share(n.WALFPIBytes, n.WALBytes)) + " of the WAL are full-page images",
		Because: "The first change of a page after a checkpoint puts the whole page into WAL: " + Plural(n.WALFPI, "page", "pages") +
			" after " + Plural(int64(len(f.r.Checkpoints)), "checkpoint", "checkpoints") + ". The further apart checkpoints are, the fewer pages.",
		Try: tries,
		Evidence: []Number{
			{"fpi_share", 100 * share(n.WALFPIBytes, n.WALBytes), "%"}, {"wal_fpi", float64(n.WALFPI), ""}, {"wal", f.walRate() / (1 << 20), "MB/s"},
		},
	}
}

// checkpointBurst finds checkpoints that write in a small part of the time that they
// have, a quarter at most, while transactions take twice as long as otherwise.
func checkpointBurst(f *facts) *Finding {
	var busy, all int64
	for i := range f.done {
		busy += writeNs(&f.done[i])
	}
	if len(f.done) > 0 {
		all = f.r.VirtualNs - f.done[0].StartNs
	}
	if all == 0 || share(busy, all) > .25 {
		return nil
	}
	during, otherwise := f.tails()
	if otherwise == 0 || during < 2*otherwise {
		return nil
	}
	because := "They write in " + percent(share(busy, all)) + " of the time. The 99th percentile of latency is then " + digits(during/1e6) +
		" ms in a median second, and " + digits(otherwise/1e6) + " ms in others."
	return &Finding{
		ID: "checkpoint-burst", Title: "Checkpoints write all at once", Because: because,
		Try: []scenario.Change{try(scenario.CheckpointCompletionTarget, "0.9")},
		Evidence: []Number{
			{"p99_in_checkpoints", during / 1e6, "ms"}, {"p99_otherwise", otherwise / 1e6, "ms"}, {"time_in_checkpoints", 100 * share(busy, all), "%"},
		},
	}
}

// tails returns the median of the seconds' 99th percentiles of latency in checkpoints
// and outside of them, in ns.
func (f *facts) tails() (during, otherwise float64) {
	var in, out []float64
	for i, v := range f.r.Series.LatencyP99 {
		at, inside := int64(i)*sim.Second, false
		for j := range f.done {
			k := &f.done[j]
			inside = inside || k.StartNs < at+sim.Second && at < k.EndNs
		}
		if inside {
			in = append(in, v)
		} else {
			out = append(out, v)
		}
	}
	return median(in), median(out)
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

// syncStorm finds a sync phase of a second or more: so long, fsyncs wait for a disk
// that works off what the kernel has kept, not for their own few pages.
func syncStorm(f *facts) *Finding {
	k := f.longest()
	if k == nil || syncNs(k) < sim.Second {
		return nil
	}
	because := "The sync phase of the checkpoint at " + inSeconds(k.StartNs) + " took " + inSeconds(syncNs(k)) + " for " + Plural(k.SyncFiles, "file", "files")
	if share(k.LongestNs, k.SumSyncNs) > most {
		because += ", of which one alone took " + inSeconds(k.LongestNs)
	}
	evidence := []Number{
		{"sync", float64(syncNs(k)) / 1e9, "s"}, {"longest", float64(k.LongestNs) / 1e9, "s"}, {"sync_files", float64(k.SyncFiles), ""},
	}
	const others = "what backends and the background writer wrote, too, and fsync waits for all of a file"
	backlog, seen := f.backlog(k)
	if seen {
		because += ". The kernel held " + megabytes(8192*backlog) + " of dirty pages when it began: " + others
		evidence = append(evidence, Number{"os_dirty", backlog / 128, "MB"})
	} else {
		because += ". The kernel holds " + others
	}
	if fs := f.sc.Enum(scenario.FileSystem); fs == "ext3-ordered" || fs == "ext3-journal" {
		because += ", on " + fs + " for all of the file system"
	}
	return &Finding{
		ID: "sync-storm", Title: "fsync at the end of a checkpoint takes " + inSeconds(syncNs(k)), Because: because + ".",
		Try: []scenario.Change{
			try(scenario.CheckpointFlushAfter, "256kB"), try(scenario.CheckpointSorted, "on"), try(scenario.DirtyBackgroundBytes, "67108864"),
			try(scenario.FileSystem, "xfs"),
		},
		Evidence: evidence,
	}
}

// backlog returns how many pages were dirty in the page cache when a sync phase began.
// A real server's views and log do not tell.
func (f *facts) backlog(k *result.Checkpoint) (pages float64, seen bool) {
	if at := int(k.WriteEndNs / sim.Second); at < len(f.r.Series.OSDirty) {
		return f.r.Series.OSDirty[max(0, at-1)], true
	}
	return 0, false
}

// paced finds checkpoints that take the time they take because they sleep: a nap
// after each page, or until the share of the interval that they are given is over.
func paced(f *facts) *Finding {
	nap, name := int64(checkpointer.NapMs)*sim.Millisecond, "100 ms"
	switch {
	case !f.sc.Since("8.3"):
		return nil
	case !f.sc.Since("9.2"):
		nap, name = f.sc.Int(scenario.BgwriterDelay)*sim.Millisecond, f.set(scenario.BgwriterDelay)
	}
	target := int64(f.sc.Float(scenario.CheckpointCompletionTarget) * float64(f.sc.Int(scenario.CheckpointTimeout)*sim.Second))
	var naps, spread int64
	for i := range f.done {
		k := &f.done[i]
		switch took := writeNs(k); {
		case k.Written < 2 || took == 0:
		case near(took, k.Written*nap, 2*nap):
			naps++
		case k.Timed && near(took, target, target/50):
			spread++
		}
	}
	if naps+spread == 0 || share(naps+spread, int64(len(f.done))) < most {
		return nil
	}
	because := "Ahead of its schedule a checkpoint sleeps " + name + " after each page, so that " + ofCheckpoints(naps, int64(len(f.done)), "took", "took") +
		" that long a page. The disk is not slow; write= in the log is mostly sleep."
	if spread > naps {
		told := "as they are told"
		if spread == 1 {
			told = "as it is told"
		}
		because = capital(ofCheckpoints(spread, int64(len(f.done)), "spread its writes", "spread their writes")) + " over " + f.set(scenario.CheckpointCompletionTarget) +
			" times " + f.set(scenario.CheckpointTimeout) + ", " + inSeconds(target) + ", " + told + ". The disk is not slow; write= in the log is mostly sleep."
	}
	return &Finding{
		ID: "paced", Harmless: true, Title: "Checkpoints write slowly on purpose", Because: because,
		Evidence: []Number{{"napping", float64(naps), ""}, {"spread", float64(spread), ""}, {"checkpoints", float64(len(f.done)), ""}},
	}
}

func near(a, b, within int64) bool { return b-within <= a && a <= b+within }
