package scenario

import (
	"slices"
	"strings"

	"clocksweep/core/hardware"
)

// twins are the limits of dirty pages that Linux takes as a share or in bytes:
// whoever is set last counts, and the other one reads as 0
// (mm/page-writeback.c, dirty_ratio_handler and dirty_bytes_handler).
var twins = map[ID]ID{
	DirtyRatio:           DirtyBytes,
	DirtyBytes:           DirtyRatio,
	DirtyBackgroundRatio: DirtyBackgroundBytes,
	DirtyBackgroundBytes: DirtyBackgroundRatio,
}

// hasSetting reports whether the scenario's kernel has a setting of kernels.
func (s *Scenario) hasSetting(id ID) bool {
	k := s.kernel()
	switch id {
	case DirtyBytes, DirtyBackgroundBytes:
		return k.BytesKnobs
	case WBTLatency:
		return k.WBTDiskUs > 0
	}
	return true
}

// checkKernel returns what the scenario's kernel does not have: the scheduler,
// the file system, a setting.
func (s *Scenario) checkKernel() []error {
	var errs []error
	k := s.kernel()
	lacks := func(id ID, has []string) {
		if value := s.Enum(id); !slices.Contains(has, value) {
			errs = append(errs, &Error{
				Setting: settings[id].Name, Value: value,
				Problem: "is not possible with kernel = " + k.ID + ", which does not have it",
				Legal:   oneOf(has),
			})
		}
	}
	lacks(Scheduler, k.Schedulers)
	lacks(FileSystem, k.FileSystems)
	later := func(id ID, since, instead string) {
		if s.Int(id) > 0 && !s.hasSetting(id) {
			errs = append(errs, &Error{
				Setting: settings[id].Name, Value: s.Show(id),
				Problem: "is not possible with kernel = " + k.ID + ", because the setting exists in Linux " + since + " and later" + instead,
				Legal:   "0, or kernel = " + oneOf(kernelsWith(id)),
			})
		}
	}
	later(DirtyBytes, "2.6.29", ", and vm.dirty_ratio does its work")
	later(DirtyBackgroundBytes, "2.6.29", ", and vm.dirty_background_ratio does its work")
	later(WBTLatency, "4.10", "")
	return errs
}

// kernelsWith returns the kernels that have a setting.
func kernelsWith(id ID) []string {
	var ids []string
	for _, k := range hardware.Kernels() {
		s := New()
		s.explicit[Kernel], s.values[Kernel] = true, choice(Kernel, k.ID)
		if s.hasSetting(id) {
			ids = append(ids, k.ID)
		}
	}
	return ids
}

// oneOf lists words: "a, b or c".
func oneOf(words []string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " or " + words[n]
}
