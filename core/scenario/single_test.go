package scenario

import "testing"

func TestReadValue(t *testing.T) {
	for _, test := range []struct {
		text string
		want int64
		err  string
	}{
		{"128kB", 16, ""},
		{" 1GB ", 131072, ""},
		{"12XB", 0, `"12XB" is not a size; legal is 128kB to 128GB, for instance 32MB`},
		{"64kB", 0, `"64kB" is out of range; legal is 128kB to 128GB, for instance 32MB`},
	} {
		got, err := ReadValue(SharedBuffers, test.text)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if got != test.want || said != test.err {
			t.Errorf("%q: %d, %s", test.text, got, said)
		}
	}
}
