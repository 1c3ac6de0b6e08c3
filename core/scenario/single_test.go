package scenario

import (
	"slices"
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
