package server

import (
	"errors"
	"fmt"
	"testing"

	"clocksweep/core/result"
)

// sampledLaws returns what is wrong with the devices and the states of sessions
// that were sampled every second.
func sampledLaws(r *result.Result, seconds int64) []error {
	var errs []error
	for i := range seconds {
		sum := 0.0
		for w := range r.Backends {
			if len(r.Backends[w]) > 0 {
				sum += r.Backends[w][i]
			}
		}
		if sum != float64(r.Clients) {
			errs = append(errs, fmt.Errorf("%v sessions are in some state at the end of second %d, %d are connected", sum, i, r.Clients))
		}
	}
	if len(r.Backends[result.WaitSchedule]) > 0 {
		errs = append(errs, errors.New("a session waits for a client"))
	}
	for w := range r.Backends {
		if n := int64(len(r.Backends[w])); n != 0 && n != seconds {
			errs = append(errs, fmt.Errorf("state %s has %d of %d samples", result.WaitName[w], n, seconds))
		}
	}
	for _, d := range r.Devices {
		errs = append(errs, deviceLaws(&d, seconds)...)
	}
	return errs
}

func deviceLaws(d *result.Device, seconds int64) []error {
	var errs []error
	if int64(len(d.Seconds)) != seconds {
		return []error{fmt.Errorf("%s has %d of %d samples", d.Name, len(d.Seconds), seconds)}
	}
	rest := d.Total
	for i := range d.Seconds {
		t := &d.Seconds[i]
		rest.Sub(t)
		if t.BusyNs > 1e9 || t.BusyNs > t.QueueNs {
			errs = append(errs, fmt.Errorf("%s in second %d: busy for %v ns with a queue of %v", d.Name, i, t.BusyNs, t.QueueNs))
		}
		for k, v := range t.Values() {
			if *v < 0 {
				errs = append(errs, fmt.Errorf("%s in second %d: %s is %v", d.Name, i, result.TrafficName[k], *v))
			}
		}
	}
	for k, v := range rest.Values() { // what happened after the last whole second
		if *v < 0 {
			errs = append(errs, fmt.Errorf("%s: %s of the seconds is %v more than that of the run", d.Name, result.TrafficName[k], -*v))
		}
	}
	return errs
}

// TestDevicesAndStates runs with the WAL on a disk of its own: what the two
// report is what the drives did, and the states that are sampled are those that
// transactions spend their time in.
func TestDevicesAndStates(t *testing.T) {
	r := stepped(t, of(t, "scale=20 clients=8 duration=120s shared_buffers=8MB wal_device=own after_init=reboot"), 1<<20)
	if len(r.Devices) != 2 || r.Devices[0].Name != "sda" || r.Devices[1].Name != "sdb" {
		t.Fatalf("the devices are %+v", r.Devices)
	}
	n := &r.Counters
	var both result.Traffic
	for i := range r.Devices {
		both.Add(&r.Devices[i].Total)
	}
	near := func(what string, got, want, slack float64) {
		if got < want-slack || got > want+slack {
			t.Errorf("%s: %v, want %v within %v", what, got, want, slack)
		}
	}
	// A drive counts a command when it gets it, the kernel when it is complete.
	const queued = 64
	near("reads", both.Reads, float64(n.DiskReads), queued)
	near("bytes written", both.WriteBytes, float64(n.DiskWriteByte), queued*512<<10)
	near("bytes read", both.ReadBytes, float64(n.DiskReadBytes), queued*512<<10)
	if data, wal := r.Devices[0].Total, r.Devices[1].Total; wal.Reads != 0 || data.Reads == 0 || wal.Writes < float64(n.WALFlushes)/2 {
		t.Errorf("data %+v, WAL %+v after %d flushes", data, wal, n.WALFlushes)
	}
	// A sample of 120 x 8 sessions finds the largest state at its share of the time.
	largest, all := result.WaitCPU, int64(0)
	for w := result.WaitCPU; w < result.NumWaits; w++ {
		all += r.Waits[w]
		if r.Waits[w] > r.Waits[largest] {
			largest = w
		}
	}
	samples := 0.0
	for _, v := range r.Backends[largest] {
		samples += v
	}
	near("share of "+result.WaitName[largest], samples/960, float64(r.Waits[largest])/float64(all), 0.1)
}
