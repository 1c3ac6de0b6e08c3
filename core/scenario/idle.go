package scenario

import "clocksweep/core/hardware"

// Idle says in a sentence, without its period, why no value of the setting would
// have a say in the run as long as the others stay as they are: the release, the
// kernel or the storage lacks it, or another setting has taken its place. It is ""
// for all others, and for those with which a part is added: raid, controller_cache,
// transactions, script, earlier_transactions, rate, latency_limit, bursts, background_job.
func (s *Scenario) Idle(id ID) string {
	if !s.Has(id) {
		return s.foreignHere(id, "").Problem
	}
	if id == Duration && s.Int(Transactions) > 0 {
		return "has no say with transactions = " + s.Show(Transactions)
	}
	if s.InForce(id) {
		return ""
	}
	switch id {
	case BgwriterPercent, BgwriterMaxpages, BgwriterLRUPercent, BgwriterLRUMaxpages, BgwriterAllPercent, BgwriterAllMaxpages, BgwriterLRUMultiplier:
		return "has no say with cleaning = " + s.Enum(Cleaning)
	case DiskWriteCache, DiskCacheSegments, DiskSPTFAlpha:
		return "has no say with disk = " + s.Enum(Disk) + ", which does not rotate"
	case ThinkTime, DeadPages, TableSize, RingBuffers, SynchronizedScans:
		return "has no say with workload = " + s.Enum(Workload) + " and background_job = " + s.Enum(BackgroundJob)
	case BackgroundStart, BackgroundEvery:
		return "has no say with background_job = " + s.Enum(BackgroundJob)
	case Rate, BurstOn, BurstOff:
		if s.Terminals() {
			return "has no say with think_time = on: the users of " + s.Enum(Workload) + " set their own pace"
		}
	case RAIDDisks, RAIDStripe:
		if level := s.Level(); level != hardware.NoRAID {
			return "has no say with raid = " + string(level) + ", which is not striped"
		}
		return "has no say with raid = " + string(hardware.NoRAID)
	case ControllerBattery, ControllerHonorsFlush:
		return "has no say with controller_cache = 0"
	case EBSIOPS, EBSThroughput:
		return "has no say with disk = " + s.Enum(Disk) + ", which is no cloud volume"
	case DirtyBytes, DirtyBackgroundBytes, WBTLatency:
		return "is not possible with kernel = " + s.kernel().ID + ", which does not have it; legal is kernel = " + oneOf(kernelsWith(id))
	}
	return ""
}

// Rule says below a form's field what the setting is if nobody sets it and what is
// legal, or why it has no say. Choices show their values themselves.
func (s *Scenario) Rule(id ID) string {
	if why := s.Idle(id); why != "" {
		return "Not here: " + why + "."
	}
	text := "Default " + s.Default(id)
	if k := settings[id].Kind; k != KindBool && k != KindEnum {
		text += ", legal " + s.Legal(id)
	}
	return text + "."
}
