package generate

import "testing"

// TestWithoutFileSystem: a machine's label names the file system of its time, which
// the runs of an experiment may not have.
func TestWithoutFileSystem(t *testing.T) {
	for label, want := range map[string]string{
		"8 cores, 2015: two disks in RAID 1, ext4":       "8 cores, 2015: two disks in RAID 1",
		"i5, 2022: six SSDs in an md array, ext4 or XFS": "i5, 2022: six SSDs in an md array",
		"laptop of today, NVMe":                          "laptop of today, NVMe",
		"one disk":                                       "one disk",
	} {
		if got := withoutFileSystem(label); got != want {
			t.Errorf("%q becomes %q, want %q", label, got, want)
		}
	}
}
