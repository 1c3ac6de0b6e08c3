package scenario

import (
	"strconv"

	"clocksweep/core/hardware"
)

// Device returns the block device that disk names, with what the other
// settings change of it.
func (s *Scenario) Device() hardware.Device {
	d, _ := hardware.DeviceByID(s.Enum(Disk))
	switch d.Kind {
	case hardware.Rotating:
		d.Disk.SPTFAlpha = s.Float(DiskSPTFAlpha)
		d.Disk.WriteSegments = s.Int(DiskCacheSegments)
	case hardware.CloudVolume:
		d.Volume.IOPS = s.Int(EBSIOPS)
		d.Volume.MiBs = s.Int(EBSThroughput)
		if per := d.Volume.IOPSPerGiB; per > 0 {
			d.Volume.CapacityGiB = (d.Volume.IOPS + per - 1) / per
		}
	}
	return d
}

// Level returns how the disks form an array.
func (s *Scenario) Level() hardware.Level { return hardware.Level(s.Enum(RAID)) }

// Controller returns the RAID controller with the cache in force, a CacheMB of
// 0 if there is none. It is the machine's, or one of the lab's with about this
// much cache.
func (s *Scenario) Controller() hardware.Controller {
	cache := s.Int(ControllerCache)
	if cache == 0 {
		return hardware.Controller{}
	}
	if c, ok := hardware.ControllerByID(s.machine().Controller); ok {
		c.CacheMB = cache
		return c
	}
	return hardware.ControllerOfSize(cache)
}

// DiskBytes returns how much the device or the array holds.
func (s *Scenario) DiskBytes() int64 {
	d := s.Device()
	return d.Bytes() * s.Level().DataDisks(s.Int(RAIDDisks))
}

// kind returns what kind of device disk names.
func (s *Scenario) kind() hardware.Kind {
	d, _ := hardware.DeviceByID(s.Enum(Disk))
	return d.Kind
}

// disk returns the rotating disk's record, an empty one for other devices.
func (s *Scenario) disk() hardware.Disk {
	d, _ := hardware.DeviceByID(s.Enum(Disk))
	return d.Disk
}

// storageDefault returns the value that a setting of array, controller or cloud
// volume has if nobody sets it. A machine's array and controller stay when its
// disks are replaced, unless the new device can't be part of one.
func (s *Scenario) storageDefault(id ID) value {
	m, kind := s.machine(), s.kind()
	switch id {
	case RAID:
		if kind == hardware.CloudVolume || kind == hardware.MemoryCard {
			return choice(id, string(hardware.NoRAID))
		}
		return choice(id, string(m.RAID))
	case RAIDDisks:
		level := s.Level()
		switch {
		case level != hardware.NoRAID && level == m.RAID:
			return whole(m.RAIDDisks)
		case level == hardware.RAID5, level == hardware.RAID6, level == hardware.RAID10:
			return whole(4)
		}
		return whole(2)
	case RAIDStripe:
		if m.RAIDStripeKB > 0 {
			return whole(m.RAIDStripeKB)
		}
		if c := s.Controller(); c.CacheMB > 0 {
			return whole(c.StripeKB)
		}
		return whole(64) // the default of Linux's md until 2010
	case ControllerCache:
		if kind != hardware.Rotating && kind != hardware.SATAFlash {
			return whole(0)
		}
		c, _ := hardware.ControllerByID(m.Controller)
		return whole(c.CacheMB)
	case ControllerBattery:
		return onOff(m.Controller == "" || m.Battery)
	case ControllerHonorsFlush:
		return onOff(m.HonorsFlush)
	}
	v := volumeOf(s.Enum(Disk))
	if id == EBSIOPS {
		return whole(v.IOPS)
	}
	return whole(v.MiBs)
}

// volumeOf returns the cloud volume with that id, the youngest one for other
// devices.
func volumeOf(id string) hardware.Volume {
	list := hardware.Volumes()
	for _, v := range list {
		if v.ID == id {
			return v
		}
	}
	return list[len(list)-1]
}

// storageInForce reports whether a setting of the storage has a say in the run.
func (s *Scenario) storageInForce(id ID) bool {
	switch id {
	case DiskWriteCache, DiskCacheSegments, DiskSPTFAlpha:
		return s.kind() == hardware.Rotating
	case RAID, RAIDDisks:
		return s.Level() != hardware.NoRAID
	case RAIDStripe:
		level := s.Level()
		return level != hardware.NoRAID && level != hardware.RAID1 || s.Int(ControllerCache) > 0
	case ControllerCache, ControllerBattery, ControllerHonorsFlush:
		return s.Int(ControllerCache) > 0
	case EBSIOPS, EBSThroughput:
		return s.kind() == hardware.CloudVolume
	}
	return true
}

// checkStorage returns what is wrong between the settings of the storage.
func (s *Scenario) checkStorage() []error {
	var errs []error
	refuse := func(id ID, problem, legal string) {
		errs = append(errs, &Error{Setting: settings[id].Name, Value: s.Show(id), Problem: problem, Legal: legal})
	}
	kind, level, disks := s.kind(), s.Level(), s.Int(RAIDDisks)
	on := "disk = " + s.Enum(Disk)
	if level != hardware.NoRAID {
		switch kind {
		case hardware.CloudVolume:
			refuse(RAID, "is not possible with "+on+", which is spread over several servers already", "none")
		case hardware.MemoryCard:
			refuse(RAID, "is not possible with "+on+", because the computer has one slot for a card", "none")
		}
		most := strconv.FormatInt(int64(settings[RAIDDisks].Max), 10)
		if least := level.MinDisks(); disks < least {
			refuse(RAIDDisks, "is too few for raid = "+string(level), strconv.FormatInt(least, 10)+" to "+most)
		} else if level == hardware.RAID10 && disks%2 != 0 {
			refuse(RAIDDisks, "is an odd number, and raid = 10 is made of pairs", "an even number from 4 to "+most)
		}
	}
	if s.storageInForce(RAIDStripe) && s.Int(RAIDStripe)%8 != 0 {
		refuse(RAIDStripe, "would cut pages in two", "a multiple of 8kB")
	}
	if s.Int(ControllerCache) > 0 && kind != hardware.Rotating && kind != hardware.SATAFlash {
		refuse(ControllerCache, "is not possible with "+on+", because a RAID controller has ports for SCSI, SAS and SATA only", "0")
	}
	if kind == hardware.CloudVolume {
		s.checkVolume(refuse)
	}
	return errs
}

// checkVolume checks what can be provisioned of a cloud volume.
func (s *Scenario) checkVolume(refuse func(id ID, problem, legal string)) {
	v := volumeOf(s.Enum(Disk))
	iops, mibs := s.Int(EBSIOPS), s.Int(EBSThroughput)
	span := func(from, to int64) string {
		if from == to {
			return strconv.FormatInt(from, 10)
		}
		return strconv.FormatInt(from, 10) + " to " + strconv.FormatInt(to, 10)
	}
	on := "disk = " + v.ID
	if iops < v.MinIOPS || iops > v.MaxIOPS {
		refuse(EBSIOPS, "is not to be had with "+on, span(v.MinIOPS, v.MaxIOPS))
	}
	most := v.MaxMiBs
	if mibs < v.MinMiBs || mibs > most {
		refuse(EBSThroughput, "is not to be had with "+on, span(v.MinMiBs, most))
	} else if v.MoreThroughput > 0 && mibs > max(v.MinMiBs, iops/v.MoreThroughput) {
		refuse(EBSThroughput, "is more than ebs_iops = "+strconv.FormatInt(iops, 10)+" allows with "+on+", one MiB for each "+
			strconv.FormatInt(v.MoreThroughput, 10), span(v.MinMiBs, min(most, iops/v.MoreThroughput)))
	}
}
