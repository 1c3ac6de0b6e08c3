package server

import (
	"clocksweep/core/linux/elevator"
	"clocksweep/core/result"
)

// deviceMeter keeps what a block device has done by second.
type deviceMeter struct {
	seconds []result.Traffic
	before  result.Traffic // up to the second that is running
	earlier result.Traffic // before the run that counts
}

// trafficOf reads the counters of a request queue.
func trafficOf(st *elevator.Stats) result.Traffic {
	return result.Traffic{
		Reads: float64(st.Completed[0]), Writes: float64(st.Completed[1]),
		ReadMerges: float64(st.Merged[0]), WriteMerges: float64(st.Merged[1]),
		ReadBytes: float64(st.DoneBytes[0]), WriteBytes: float64(st.DoneBytes[1]),
		ReadWaitNs: float64(st.WaitNs[0]), WriteWaitNs: float64(st.WaitNs[1]),
		QueueNs: float64(st.QueueNs), BusyNs: float64(st.BusyNs),
	}
}

func (m *sampler) sampleDevices() {
	for i := range m.devices {
		d := &m.devices[i]
		st := m.s.os.DeviceStats(i)
		total := trafficOf(&st)
		second := total
		second.Sub(&d.before)
		d.seconds, d.before = append(d.seconds, second), total
	}
}

// restartDevices forgets what the devices have done.
func (m *sampler) restartDevices() {
	for i := range m.devices {
		st := m.s.os.DeviceStats(i)
		total := trafficOf(&st)
		m.devices[i] = deviceMeter{before: total, earlier: total}
	}
}

// sampleBackends counts the clients' sessions by the reason for which they let time
// pass, as a look into pg_stat_activity once a second does. A column begins when
// the first session is found in its state.
func (m *sampler) sampleBackends() {
	var n [result.NumWaits]int64
	for _, b := range m.s.backends {
		n[b.p.Reason()]++
	}
	for w := range n {
		col := &m.backends[w]
		if *col == nil && n[w] > 0 {
			*col = make([]float64, len(m.series.TPS)-1)
		}
		if *col != nil {
			*col = append(*col, float64(n[w]))
		}
	}
}

// deviceNames are those of the first two disks: the data's and the WAL's own.
var deviceNames = [...]string{"sda", "sdb"}

// copyDevices returns the devices so far, in slices of their own.
func (m *sampler) copyDevices() []result.Device {
	list := make([]result.Device, len(m.devices))
	for i := range list {
		st := m.s.os.DeviceStats(i)
		total := trafficOf(&st)
		total.Sub(&m.devices[i].earlier)
		list[i] = result.Device{
			Name: deviceNames[i], Total: total, Seconds: append([]result.Traffic(nil), m.devices[i].seconds...),
		}
	}
	return list
}

// copyBackends returns the states of sessions so far, in slices of their own.
func (m *sampler) copyBackends() [result.NumWaits][]float64 {
	v := m.backends
	for w := range v {
		v[w] = append([]float64(nil), v[w]...)
	}
	return v
}
