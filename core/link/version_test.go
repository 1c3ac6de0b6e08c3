package link

import "testing"

func TestCompareVersions(t *testing.T) {
	ordered := []string{"0.1", "0.1.0", "0.1.1", "0.2.0", "0.10.0", "0.10.0-rc1", "1.0.0", "1.0.a"}
	for i, x := range ordered {
		for j, y := range ordered {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := CompareVersions(x, y); got != want {
				t.Errorf("%s and %s: got %d, want %d", x, y, got, want)
			}
		}
	}
}
