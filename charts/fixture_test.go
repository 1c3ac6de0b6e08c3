package charts

import (
	"math"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// fixture makes a result by hand: a run of a fast or slow machine whose seconds
// vary by a small generator, with a checkpoint and stalls if wanted. Only the
// shape matters; no rule of the machine is behind it.
func fixture(name string, length int, tps float64, troubled bool) *result.Result {
	r := &result.Result{
		Engine: "test", Experiment: "fixture", Run: name, Release: "9.1",
		PlannedNs: int64(length) * 1e9, VirtualNs: int64(length) * 1e9,
		Clients: 4, Scale: 20, Buffers: 4096,
	}
	state := uint64(len(name))*7919 + uint64(tps)
	noise := func() float64 { // 0 to 1
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>40) / (1 << 24)
	}
	s := &r.Series
	ckptFrom, ckptTo := length/2, length*8/10
	for i := range length {
		t := math.Round(tps * (0.85 + 0.3*noise()))
		if troubled && i >= length/4 && i < length/4+3 {
			t = 0
		}
		ckpt := 0.0
		if troubled && i >= ckptFrom && i < ckptTo {
			ckpt = 60
			t = math.Round(t * 0.7)
		}
		ms := 0.0
		if t > 0 {
			ms = 4000 / t
		}
		s.TPS = append(s.TPS, t)
		s.LatencyAvg = append(s.LatencyAvg, ms*1e6)
		s.LatencyP50 = append(s.LatencyP50, ms*0.6e6)
		s.LatencyP90 = append(s.LatencyP90, ms*1.8e6)
		s.LatencyP99 = append(s.LatencyP99, ms*5e6*(1+noise()))
		s.LatencyMax = append(s.LatencyMax, ms*20e6*(1+2*noise()))
		s.WrittenCkpt = append(s.WrittenCkpt, ckpt)
		s.WrittenClean = append(s.WrittenClean, math.Round(1.2*t*noise()*boolean(troubled)))
		s.WrittenBack = append(s.WrittenBack, math.Round(0.4*t*noise()*boolean(troubled)+3))
		s.Alloc = append(s.Alloc, t*2)
		s.PoolDirty = append(s.PoolDirty, math.Round(math.Min(3500, float64(i+1)*tps/10)))
		s.OSDirty = append(s.OSDirty, math.Round(2000*noise()))
		s.WALBytes = append(s.WALBytes, t*1200)
		s.DiskBusy = append(s.DiskBusy, math.Min(1, 0.3+0.65*boolean(troubled)+0.05*noise()))
		s.DiskReadB = append(s.DiskReadB, 400e3*noise())
		s.DiskWriteB = append(s.DiskWriteB, 3e6+2e6*noise())
		s.CPUBusy = append(s.CPUBusy, 0.2)
		s.Runnable = append(s.Runnable, 1)
		s.Blocked = append(s.Blocked, 3)
		s.ContextSw = append(s.ContextSw, 900)
		at(r, result.WaitCPU, 1, i)
		at(r, result.WaitDataRead, 1+boolean(ckpt > 0), i)
		at(r, result.WaitWALFlush, boolean(ckpt == 0), i)
		at(r, result.WaitRowLock, boolean(t > 0), i)
		at(r, result.WaitIdle, boolean(t == 0), i)
		r.Transactions += int64(t)
		r.Counters.BuffersCheckpoint += int64(ckpt)
		r.Counters.BuffersClean += int64(s.WrittenClean[i])
		r.Counters.BuffersBackend += int64(s.WrittenBack[i])
		r.Counters.DiskReadBytes += int64(s.DiskReadB[i])
		r.Counters.DiskWriteByte += int64(s.DiskWriteB[i])
		r.Counters.DiskUtilNs += int64(s.DiskBusy[i] * 1e9)
	}
	if troubled {
		second := int64(1e9)
		r.Stalls = []result.Stall{
			{StartNs: int64(length)*second/10 + second/2, LengthNs: second},
			{StartNs: int64(length/4) * second, LengthNs: 3*second + second/5},
		}
		r.Checkpoints = []result.Checkpoint{{
			StartNs: int64(ckptFrom) * second, WriteEndNs: int64(ckptTo)*second - second,
			SyncEndNs: int64(ckptTo) * second, EndNs: int64(ckptTo) * second,
			Timed: true, Written: r.Counters.BuffersCheckpoint, SyncFiles: 4,
			LongestNs: second / 2, SumSyncNs: second * 3 / 4, TooOften: -1,
		}}
	}
	shares := map[sim.Wait]int64{
		result.WaitCPU: 120, result.WaitRunQueue: 15, result.WaitRowLock: 90, result.WaitBufferIO: 4,
		result.WaitDataRead: 310, result.WaitVictimWrite: 25, result.WaitExtend: 2, result.WaitWALLock: 110,
		result.WaitWALWrite: 8, result.WaitWALFlush: 290, result.WaitWALInit: 11, result.WaitDirtyLimit: 15,
	}
	for w, share := range shares {
		r.Waits[w] = share * int64(length) * 4e6 // per mille of four clients' time
		r.LatencyNs += r.Waits[w]
	}
	r.Waits[result.WaitIdle] = 5e9
	r.Latency = result.Percentiles{
		Avg: r.LatencyNs / max(r.Transactions, 1),
		P50: int64(2.4e9 / tps), P90: int64(7.2e9 / tps), P95: int64(1e10 / tps), P99: int64(3e10 / tps), Max: int64(2e11 / tps),
	}
	r.UsageCount = [6]int64{900, 1100, 700, 500, 400, 496}
	return r
}

// at finds n sessions in a state at the end of second i.
func at(r *result.Result, w sim.Wait, n float64, i int) {
	for len(r.Backends[w]) < i {
		r.Backends[w] = append(r.Backends[w], 0)
	}
	r.Backends[w] = append(r.Backends[w], n)
}

func boolean(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// challenge is a pair of runs like those of May 2011, with published values.
func challenge(length int) ([]*result.Result, []Published) {
	return []*result.Result{fixture("32MB", length, 109, true), fixture("512MB", length, 862, false)},
		[]Published{
			{Run: "32MB", Metric: "tps", Value: 109.524954}, {Run: "512MB", Metric: "tps", Value: 861.83409},
			{Run: "32MB", Metric: "buffers_alloc", Value: 25276}, {Run: "1GB", Metric: "tps", Value: 900},
		}
}
