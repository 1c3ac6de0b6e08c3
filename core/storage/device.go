package storage

import "clocksweep/core/sim"

// Device is anything that blocks can be written to and read from: a disk, an
// array of them, a controller with a cache, a solid-state drive, a volume
// behind a network, a memory card.
type Device interface {
	// Submit gives the device a command: length bytes at the byte off, both
	// multiples of 4096 and inside of [Device.Capacity]. done fires with arg
	// when it is complete; for a write that a cache takes in, that is its
	// acknowledgement. There must be room.
	Submit(off, length int64, write bool, done sim.Handler, arg uint32)
	// Flush is FLUSH CACHE: done fires with arg when every write that was
	// complete at this moment would survive a loss of power.
	Flush(done sim.Handler, arg uint32)
	// QueuesFlush reports whether a flush may be given to the device while
	// commands are under way. SATA and the SCSI of its time want an empty queue.
	QueuesFlush() bool
	// Room returns the number of further commands that the device takes now.
	Room() int
	// Depth returns the number of commands the device takes at once.
	Depth() int
	// OnRoom makes h fire, with 0, whenever Room has grown.
	OnRoom(h sim.Handler)
	// Capacity returns the number of bytes the device holds.
	Capacity() int64
	// Stats returns the counters, the time at work up to now included.
	Stats() Stats
}

// Stats counts what a device has done since the start.
type Stats struct {
	Reads, Writes         int64 // commands of the host that are complete
	ReadBytes, WriteBytes int64
	ReadHits              int64 // reads answered from memory
	BusyNs                int64 // time at work: of a disk the mechanism's, read-ahead excluded; of an array the mean over its disks
	UtilNs                int64 // time with a command of the host under way: %util of iostat
	Flushes               int64
	Destages              int64 // transfers from a write cache to what lies behind it
	DestagedPages         int64 // pages in them, 8 kB
	CachedPages           int64 // acknowledged pages that are in a cache only
}

// command is one command of the host that the device has taken.
type command struct {
	off, length int64
	write       bool
	arg         uint32
	left        int32 // parts that an array still waits for
	born        int64 // value of Drive.served at its arrival
	done        sim.Handler
}

// port is the host's side of a device: the commands it has taken, and their
// books.
type port struct {
	sim      *sim.Sim
	slots    []command
	free     []int16
	onRoom   sim.Handler
	capacity int64
	utilFrom int64 // since when a command is under way, valid while slots are in use
	stats    Stats
}

func newPort(s *sim.Sim, depth int, capacity int64) port {
	p := port{sim: s, slots: make([]command, depth), free: make([]int16, depth), capacity: capacity}
	for i := range p.free {
		p.free[i] = int16(depth - 1 - i)
	}
	return p
}

// Capacity returns the number of bytes the device holds.
func (p *port) Capacity() int64 { return p.capacity }

// Depth returns the number of commands the device takes at once.
func (p *port) Depth() int { return len(p.slots) }

// Room returns the number of further commands that the device takes now.
func (p *port) Room() int { return len(p.free) }

// OnRoom makes h fire, with 0, whenever [port.Room] has grown.
func (p *port) OnRoom(h sim.Handler) { p.onRoom = h }

// take books a command and returns its slot.
func (p *port) take(off, length int64, write bool, done sim.Handler, arg uint32) int16 {
	if len(p.free) == 0 {
		panic(sim.Broken{What: "a device was given more commands than it takes", At: p.sim.Now()})
	}
	if off < 0 || length <= 0 || off+length > p.capacity || (off|length)%halfSize != 0 {
		panic(sim.Broken{What: "a device was given a command outside of its blocks", At: p.sim.Now()})
	}
	if len(p.free) == len(p.slots) {
		p.utilFrom = p.sim.Now()
	}
	s := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	p.slots[s] = command{off: off, length: length, write: write, done: done, arg: arg}
	return s
}

// complete frees the slot and tells the host.
func (p *port) complete(s int16) {
	c := &p.slots[s]
	done, arg := c.done, c.arg
	c.done = nil
	p.free = append(p.free, s)
	if len(p.free) == len(p.slots) {
		p.stats.UtilNs += p.sim.Now() - p.utilFrom
	}
	if c.write {
		p.stats.Writes++
		p.stats.WriteBytes += c.length
	} else {
		p.stats.Reads++
		p.stats.ReadBytes += c.length
	}
	done.Fire(arg)
	if p.onRoom != nil {
		p.onRoom.Fire(0)
	}
}

// counters returns the counters with the command time under way.
func (p *port) counters() Stats {
	st := p.stats
	if len(p.free) < len(p.slots) {
		st.UtilNs += p.sim.Now() - p.utilFrom
	}
	return st
}
