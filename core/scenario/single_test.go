package scenario

import (
	"slices"
	"strings"
	"testing"
)

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

func TestReadSizes(t *testing.T) {
	for _, test := range []struct {
		text string
		want []int
		err  string
	}{
		{"8MB", []int{1024}, ""},
		{" 1GB,128kB , 8MB,8192kB,", []int{16, 1024, 131072}, ""},
		{" , ", nil, "there is no size; legal are sizes with commas between them, for instance 8MB, 128MB"},
		{"1MB,2MB,3MB,4MB", nil, "there are 4 sizes; legal are at most 3"},
		{"1MB, much", nil, `"much" is not a size; legal is 128kB to 128GB, for instance 32MB`},
	} {
		got, err := ReadSizes(test.text, 3)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if !slices.Equal(got, test.want) || said != test.err {
			t.Errorf("%q: %v, %s", test.text, got, said)
		}
	}
}

// FuzzReadSizes reads any list: what is accepted is in range, ascending and not too
// long; what is not is told in one line.
func FuzzReadSizes(f *testing.F) {
	for _, seed := range []string{"8MB", "1GB,128kB , 8MB", ",", "1e9,-1MB", "9223372036854775807kB", "0x10", "12XB\n8MB"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ReadSizes(text, 4)
		if err != nil {
			if said := err.Error(); said == "" || strings.ContainsAny(said, "\n\r") {
				t.Errorf("%q", said)
			}
			return
		}
		if len(got) < 1 || len(got) > 4 || !slices.IsSorted(got) || got[0] < 16 || got[len(got)-1] > 16<<20 {
			t.Errorf("%q: %v", text, got)
		}
	})
}
