package storage

import (
	"strconv"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// Config says what a machine's storage is made of.
type Config struct {
	Device     hardware.Device // with the values in force
	WriteCache bool            // of a rotating disk
	Level      hardware.Level
	Disks      int   // in the array
	Unit       int64 // its stripe unit, bytes; a multiple of 8192 if it is striped or has a controller
	Controller ControllerConfig
	Seed       uint64
}

// New builds the storage: one device, or an array of them, and a controller in
// front of either if it has a cache. scenario.Scenario.Check knows which
// combinations there are.
func New(s *sim.Sim, c Config) Device {
	cached := c.Controller.Hardware.CacheMB > 0
	if c.Level == hardware.NoRAID && !cached {
		return c.device(s, 0)
	}
	n := 1
	if c.Level != hardware.NoRAID {
		n = c.Disks
	}
	devs := make([]Device, n)
	depth := 0
	for i := range devs {
		devs[i] = c.device(s, i)
		depth += devs[i].Depth()
	}
	if !cached && c.Level == hardware.RAID1 {
		c.Unit = maxDestage * pageSize // nothing is striped
	}
	a := ArrayConfig{Level: c.Level, Unit: c.Unit, XorNs: softXorNs, Depth: depth}
	if cached {
		h := &c.Controller.Hardware
		a.XorNs = int64(h.XorUs * 1000)
		a.Depth = arrayDepth(h, c.Level, n)
	}
	array := NewArray(s, a, devs)
	if !cached {
		return array
	}
	return NewController(s, c.Controller, array)
}

// device returns the i-th device of the machine.
func (c *Config) device(s *sim.Sim, i int) Device {
	name := "device " + strconv.Itoa(i)
	switch d := &c.Device; d.Kind {
	case hardware.SATAFlash, hardware.NVMeFlash:
		return NewFlash(s, d.Flash, c.Seed, name)
	case hardware.CloudVolume:
		return NewVolume(s, d.Volume, c.Seed, name)
	case hardware.MemoryCard:
		return NewCard(s, d.Card)
	default:
		return NewDrive(s, d.Disk, c.WriteCache)
	}
}
