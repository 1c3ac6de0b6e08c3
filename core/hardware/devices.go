package hardware

// Kind is the kind of a block device.
type Kind uint8

// The kinds of block devices.
const (
	Rotating  Kind = iota // see Disk
	SATAFlash             // see Flash
	NVMeFlash             // see Flash
	CloudVolume
	MemoryCard
)

// Device is a block device of any kind: one of the records says what it is.
type Device struct {
	Kind   Kind
	Disk   Disk   // if Kind is Rotating
	Flash  Flash  // if Kind is SATAFlash or NVMeFlash
	Volume Volume // if Kind is CloudVolume
	Card   Card   // if Kind is MemoryCard
}

// ID returns the device's id.
func (d *Device) ID() string {
	switch d.Kind {
	case SATAFlash, NVMeFlash:
		return d.Flash.ID
	case CloudVolume:
		return d.Volume.ID
	case MemoryCard:
		return d.Card.ID
	}
	return d.Disk.ID
}

// Label returns one line about the device.
func (d *Device) Label() string {
	switch d.Kind {
	case SATAFlash, NVMeFlash:
		return d.Flash.Label
	case CloudVolume:
		return d.Volume.Label
	case MemoryCard:
		return d.Card.Label
	}
	return d.Disk.Label
}

// Bytes returns how much the device holds.
func (d *Device) Bytes() int64 {
	switch d.Kind {
	case SATAFlash, NVMeFlash:
		return int64(d.Flash.CapacityGB * 1e9)
	case CloudVolume:
		return d.Volume.CapacityGiB << 30
	case MemoryCard:
		return int64(d.Card.CapacityGB * 1e9)
	}
	return int64(d.Disk.CapacityGB * 1e9)
}

// devices is made once: every look at a scenario's settings asks for one.
var devices = allDevices()

// Devices returns every block device of the lab: rotating disks, solid-state
// drives, cloud volumes, memory cards.
func Devices() []Device { return append([]Device(nil), devices...) }

func allDevices() []Device {
	var list []Device
	for _, d := range Disks() {
		list = append(list, Device{Kind: Rotating, Disk: d})
	}
	for _, f := range Flashes() {
		kind := SATAFlash
		if f.NVMe {
			kind = NVMeFlash
		}
		list = append(list, Device{Kind: kind, Flash: f})
	}
	for _, v := range Volumes() {
		list = append(list, Device{Kind: CloudVolume, Volume: v})
	}
	for _, c := range Cards() {
		list = append(list, Device{Kind: MemoryCard, Card: c})
	}
	return list
}

// DeviceByID returns the device with that id.
func DeviceByID(id string) (Device, bool) {
	return byID(devices, id, func(d *Device) string { return d.ID() })
}
