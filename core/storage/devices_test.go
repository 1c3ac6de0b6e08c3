package storage

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// TestSelfTest measures every device of core/hardware as testdata/selftest says
// and compares.
func TestSelfTest(t *testing.T) {
	text, err := os.ReadFile("testdata/selftest")
	if err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for _, line := range strings.Split(string(text), "\n") {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		var p []float64
		for _, word := range f[2:] {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			p = append(p, x)
		}
		tested[f[0]] = true
		want := p[len(p)-1]
		within(t, strings.Join(f[:len(f)-1], " "), selfTest(t, f[0], f[1], p), want, 0.1)
	}
	for _, d := range hardware.Devices() {
		// For the laptop disks there is nothing to compare with.
		if !tested[d.ID()] && !strings.Contains(d.ID(), "laptop") {
			t.Errorf("%s is not measured", d.ID())
		}
	}
}

// selfTest makes one measurement.
func selfTest(t *testing.T, id, test string, p []float64) float64 {
	t.Helper()
	if id == "controller-300us" {
		s := sim.New()
		c := hardware.ControllerOfSize(64)
		c.HitUs = 300
		d, _ := hardware.DeviceByID("hdd-10k-scsi-2003")
		dev := New(s, Config{Device: d, Level: hardware.NoRAID, Unit: 65536, Controller: ControllerConfig{Hardware: c, Battery: true}})
		return commits(s, dev, int64(p[0])*1000, int(p[1]))
	}
	d, ok := hardware.DeviceByID(id)
	if !ok {
		t.Fatal("there is no " + id)
	}
	if d.Kind == hardware.Rotating {
		return diskTest(t, d.Disk, test, p)
	}
	s := sim.New()
	if test == "randwrite" || test == "seqwrite" {
		d.Flash.SLCGB *= 0.05 // enough for the measurement
	} else if d.Flash.SLCGB > 0 {
		d.Flash.SLCGB = 0
	}
	dev := New(s, Config{Device: d, Level: hardware.NoRAID, Seed: 1})
	switch test {
	case "randread":
		return rate(s, dev, 4096, int(p[0]), 0, 5000, false, false)
	case "randwrite":
		n := 20_000
		if d.Flash.SLCGB == 0 { // as many as fit into memory
			n = min(n, int(d.Flash.BufferMB*128))
		}
		return rate(s, dev, 4096, int(p[0]), 0, n, true, false)
	case "sustained":
		return rate(s, dev, 4096, int(p[0]), 5*int(d.Flash.BufferMB*256), 50_000, true, false)
	case "read8k":
		return rate(s, dev, 8192, int(p[0]), 0, 5000, false, false)
	case "write8k":
		return rate(s, dev, 8192, int(p[0]), 0, 20_000, true, false)
	case "seqread":
		return rate(s, dev, 128<<10, min(8, dev.Depth()), 0, 5000, false, true) * (128 << 10) / 1e6
	case "seqwrite":
		return rate(s, dev, 128<<10, min(8, dev.Depth()), 0, 10_000, true, true) * (128 << 10) / 1e6
	case "flush": // us of a write of 8 kB and a flush
		done := &stamp{t: t, s: s}
		dev.Submit(1<<20, 8192, true, done, 0)
		done.then = func(arg uint32) {
			if arg == 0 {
				dev.Flush(done, 1)
			}
		}
		finish(t, s)
		return float64(done.at[1]) / 1000
	}
	t.Fatalf("there is no test %q", test)
	return 0
}

// diskTest makes one measurement of a rotating disk.
func diskTest(t *testing.T, d hardware.Disk, test string, p []float64) float64 {
	t.Helper()
	d.SPTFAlpha = idealGain
	switch test {
	case "read":
		return iops(d, int(p[0]), 0, 0, false, 8000)
	case "write":
		return iops(d, int(p[0]), int64(d.CapacityGB*1e9)/5/pageSize*pageSize, 2e9, true, 8000)
	case "sweep":
		return sweep(d, 0, int64(p[0])*1e6, int(p[1]), 20)
	case "commits":
		s := sim.New()
		return commits(s, NewDrive(s, d, false), int64(p[0])*1000, int(p[1]))
	}
	t.Fatalf("there is no test %q", test)
	return 0
}

// rate returns the commands a second that a device completes with so many
// outstanding, after so many that are not counted.
func rate(s *sim.Sim, d Device, length int64, depth, skip, n int, write, sequential bool) float64 {
	r := sim.NewRand(1, "rate")
	h := &countdown{}
	var off, begin, end int64
	submitted := 0
	h.more = func() {
		switch int(h.n) {
		case skip:
			begin = s.Now()
		case skip + n:
			end = s.Now()
		}
		if submitted == skip+n {
			return
		}
		submitted++
		if !sequential {
			off = r.Intn(d.Capacity()/2/length) * 2 * length
		}
		d.Submit(off, length, write, h, 0)
		off += length
	}
	for range min(depth, d.Depth()) {
		h.more()
	}
	for s.Step(1000) {
	}
	return float64(n) / (float64(end-begin) / 1e9)
}

// committer is clients that compute and then want what they have written to be
// durable. One of them writes for all who are ready; who comes meanwhile waits
// for the next write.
type committer struct {
	s       *sim.Sim
	d       Device
	compute int64
	ready   sim.Target
	waiting []uint32
	riding  []uint32
	commits int
}

func (c *committer) Fire(uint32) { // a write is complete
	for _, client := range c.riding {
		c.commits++
		c.s.At(c.s.Now()+c.compute, sim.PrioProcess, c.ready, client)
	}
	c.riding = c.riding[:0]
	c.write()
}

func (c *committer) write() {
	if len(c.riding) == 0 && len(c.waiting) > 0 {
		c.riding, c.waiting = c.waiting, c.riding
		c.d.Submit(1<<30, pageSize, true, c, 0)
	}
}

// commits returns the commits a second of so many clients that compute for so
// many ns between them.
func commits(s *sim.Sim, d Device, compute int64, clients int) float64 {
	c := &committer{s: s, d: d, compute: compute}
	c.ready = s.Register(tickFunc(func(client uint32) {
		c.waiting = append(c.waiting, client)
		c.write()
	}))
	for i := range uint32(clients) {
		s.At(int64(i)*compute/int64(clients), sim.PrioProcess, c.ready, i)
	}
	const seconds = 20
	for s.Now() < seconds*sim.Second && s.Step(1) {
	}
	return float64(c.commits) / seconds
}
