package server

import (
	"testing"

	"clocksweep/core/hardware"
)

// A machine has the cores and hardware threads of its record, and with other
// cores as many threads for each.
func TestHardwareThreads(t *testing.T) {
	for _, m := range hardware.Machines() {
		if got := boot(of(t, "hardware="+m.ID+" scale=1")).cpu.Threads(); got != m.CPU.HWThreads {
			t.Errorf("%s has %d hardware threads, want %d", m.ID, got, m.CPU.HWThreads)
		}
	}
	if got := boot(of(t, "hardware=power7-2014 scale=1 cores=4")).cpu.Threads(); got != 16 {
		t.Errorf("4 cores of POWER7 have %d hardware threads, want 16", got)
	}
}
