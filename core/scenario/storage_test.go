package scenario

import (
	"testing"

	"clocksweep/core/hardware"
)

// with returns a scenario with settings given as pairs of name and value.
func with(t *testing.T, pairs ...string) *Scenario {
	t.Helper()
	s := New()
	for i := 0; i < len(pairs); i += 2 {
		set(t, s, pairs[i], pairs[i+1])
	}
	return s
}

func TestStorageDefaults(t *testing.T) {
	for _, c := range []struct {
		set  []string
		want map[ID]string
	}{
		{nil, map[ID]string{RAID: "none", ControllerCache: "0", ControllerBattery: "on", ControllerHonorsFlush: "off", EBSIOPS: "3000", EBSThroughput: "125", DiskWriteCache: "on"}},
		{[]string{"hardware", "amd64-raid1-2006"}, map[ID]string{RAID: "1", RAIDDisks: "2", ControllerCache: "64MB", ControllerBattery: "on", DiskWriteCache: "off", DiskSPTFAlpha: "0.2"}},
		{[]string{"hardware", "rhel4-2007"}, map[ID]string{RAID: "5", RAIDDisks: "4", RAIDStripe: "64kB", ControllerCache: "128MB"}},
		{[]string{"hardware", "itagaki2008"}, map[ID]string{RAID: "0", RAIDDisks: "4", RAIDStripe: "256kB", ControllerCache: "512MB"}},
		{[]string{"hardware", "rhel4-2007", "raid", "1"}, map[ID]string{RAIDDisks: "2"}},
		{[]string{"hardware", "rhel4-2007", "disk", "ebs-gp3"}, map[ID]string{RAID: "none", ControllerCache: "0"}},
		{[]string{"hardware", "rhel4-2007", "disk", "nvme-dc-2021"}, map[ID]string{RAID: "5", ControllerCache: "0", DiskSPTFAlpha: "0"}},
		{[]string{"disk", "hdd-15k-sas-2006"}, map[ID]string{DiskWriteCache: "off", DiskCacheSegments: "32"}},
		{[]string{"disk", "hdd-7200-2011"}, map[ID]string{DiskWriteCache: "on"}},
		{[]string{"raid", "6"}, map[ID]string{RAIDDisks: "4", RAIDStripe: "64kB"}},
		{[]string{"controller_cache", "400MB"}, map[ID]string{RAIDStripe: "256kB"}},
		{[]string{"disk", "ebs-gp2"}, map[ID]string{EBSIOPS: "1500", EBSThroughput: "250"}},
		{[]string{"hardware", "laptop-nvme"}, map[ID]string{Disk: "nvme-consumer-2018", RAM: "16GB", Cores: "8"}},
		{[]string{"hardware", "pi4-sd"}, map[ID]string{Disk: "sd-a1"}},
	} {
		s := with(t, c.set...)
		for id, want := range c.want {
			if got := s.Show(id); got != want {
				t.Errorf("with %v: %s = %s, want %s", c.set, id, got, want)
			}
		}
		if errs := s.Check(); len(errs) > 0 {
			t.Errorf("with %v: %v", c.set, errs)
		}
	}
}

func TestStorageInForce(t *testing.T) {
	for _, c := range []struct {
		set     []string
		in, out []ID
	}{
		{nil, []ID{DiskWriteCache, DiskSPTFAlpha}, []ID{RAID, RAIDDisks, RAIDStripe, ControllerCache, ControllerBattery, ControllerHonorsFlush, EBSIOPS, EBSThroughput}},
		{[]string{"raid", "1"}, []ID{RAID, RAIDDisks}, []ID{RAIDStripe, ControllerBattery}},
		{[]string{"raid", "5"}, []ID{RAID, RAIDDisks, RAIDStripe}, []ID{ControllerCache}},
		{[]string{"controller_cache", "64MB"}, []ID{ControllerCache, ControllerBattery, ControllerHonorsFlush, RAIDStripe}, []ID{RAID}},
		{[]string{"disk", "ebs-gp3"}, []ID{EBSIOPS, EBSThroughput}, []ID{DiskWriteCache, DiskCacheSegments, DiskSPTFAlpha}},
	} {
		s := with(t, c.set...)
		for _, id := range c.in {
			if !s.InForce(id) {
				t.Errorf("with %v: %s is not in force", c.set, id)
			}
		}
		for _, id := range c.out {
			if s.InForce(id) {
				t.Errorf("with %v: %s is in force", c.set, id)
			}
		}
	}
}

func TestCheckStorage(t *testing.T) {
	for _, c := range []struct {
		set  []string
		want string
	}{
		{[]string{"raid", "5", "raid_disks", "2"}, `raid_disks: "2" is too few for raid = 5; legal is 3 to 32`},
		{[]string{"raid", "6", "raid_disks", "3"}, `raid_disks: "3" is too few for raid = 6; legal is 4 to 32`},
		{[]string{"raid", "10", "raid_disks", "5"}, `raid_disks: "5" is an odd number, and raid = 10 is made of pairs; legal is an even number from 4 to 32`},
		{[]string{"raid", "0", "raid_stripe", "12kB"}, `raid_stripe: "12kB" would cut pages in two; legal is a multiple of 8kB`},
		{[]string{"raid", "5", "disk", "ebs-gp3"}, `raid: "5" is not possible with disk = ebs-gp3, which is spread over several servers already; legal is none`},
		{[]string{"raid", "0", "disk", "sd-a1"}, `raid: "0" is not possible with disk = sd-a1, because the computer has one slot for a card; legal is none`},
		{[]string{"controller_cache", "64MB", "disk", "nvme-consumer-2018"}, `controller_cache: "64MB" is not possible with disk = nvme-consumer-2018, because a RAID controller has ports for SCSI, SAS and SATA only; legal is 0`},
		{[]string{"disk", "ebs-gp3", "ebs_iops", "2000"}, `ebs_iops: "2000" is not to be had with disk = ebs-gp3; legal is 3000 to 16000`},
		{[]string{"disk", "ebs-gp3", "ebs_throughput", "1000"}, `ebs_throughput: "1000" is more than ebs_iops = 3000 allows with disk = ebs-gp3, one MiB for each 4; legal is 125 to 750`},
		{[]string{"disk", "ebs-gp2", "ebs_throughput", "500"}, `ebs_throughput: "500" is not to be had with disk = ebs-gp2; legal is 250`},
		{[]string{"disk", "sd-cheap", "scale", "300"}, `scale: "300" does not fit on disk = sd-cheap; legal is 1 to 221`},
		{[]string{"disk", "ebs-gp3", "ebs_throughput", "1000", "ebs_iops", "4000"}, ""},
		{[]string{"disk", "ebs-gp2", "ebs_iops", "16000"}, ""},
		{[]string{"disk", "ssd-sata-320-2011", "raid", "10", "raid_disks", "6", "controller_cache", "512MB"}, ""},
		{[]string{"disk", "hdd-7200-2004", "raid", "0", "raid_disks", "4", "scale", "5000"}, ""},
		{[]string{"raid", "1", "raid_stripe", "12kB"}, ""}, // a mirror is not striped
	} {
		s := with(t, c.set...)
		errs := s.Check()
		if c.want == "" {
			if len(errs) > 0 {
				t.Errorf("with %v: %v", c.set, errs)
			}
		} else if len(errs) != 1 || errs[0].Error() != c.want {
			t.Errorf("with %v:\n got %v\nwant %s", c.set, errs, c.want)
		}
	}
}

func TestStorageParts(t *testing.T) {
	s := with(t, "disk", "ebs-gp2", "ebs_iops", "100")
	if d := s.Device(); d.Volume.CapacityGiB != 34 || d.Volume.IOPS != 100 {
		t.Errorf("100 IOPS of gp2 come with %d GiB", d.Volume.CapacityGiB)
	}
	s = with(t, "disk", "hdd-7200-2004", "raid", "6", "raid_disks", "6", "disk_cache_segments", "7")
	if d := s.Device(); s.DiskBytes() != 4*80e9 || d.Disk.WriteSegments != 7 || s.Level() != hardware.RAID6 {
		t.Errorf("six disks of 80 GB in RAID 6 hold %d bytes, %d segments", s.DiskBytes(), d.Disk.WriteSegments)
	}
	if c := s.Controller(); c.CacheMB != 0 {
		t.Errorf("there is a controller: %+v", c)
	}
	s = with(t, "controller_cache", "100MB")
	if c := s.Controller(); c.CacheMB != 100 || c.ID != "lsi-megaraid-128" {
		t.Errorf("a cache of 100 MB is that of %+v", c)
	}
	s = with(t, "hardware", "amd64-raid1-2006", "controller_cache", "512MB")
	if c := s.Controller(); c.CacheMB != 512 || c.ID != "lsi-megaraid-64" {
		t.Errorf("a larger cache makes another controller of the machine's: %+v", c)
	}
}
