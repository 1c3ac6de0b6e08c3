package scenario

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// ReadValue reads a text as the setting does, for callers that have a value of
// that kind without a scenario. The error tells what is legal and names no
// setting.
func ReadValue(id ID, text string) (int64, error) {
	sc := New()
	if err := sc.Set(id.String(), text); err != nil {
		var legal *Error
		if errors.As(err, &legal) {
			nameless := *legal
			nameless.Setting = ""
			return 0, &nameless
		}
		return 0, err
	}
	return sc.Int(id), nil
}

// ReadSizes reads a list of pool sizes with commas between them, at most so many,
// and returns them in buffers, in ascending order and each once.
func ReadSizes(text string, most int) ([]int, error) {
	var buffers []int
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		n, err := ReadValue(SharedBuffers, one)
		if err != nil {
			return nil, err
		}
		buffers = append(buffers, int(n))
	}
	slices.Sort(buffers)
	buffers = slices.Compact(buffers)
	if len(buffers) == 0 {
		return nil, errors.New("there is no size; legal are sizes with commas between them, for instance 8MB, 128MB")
	}
	if len(buffers) > most {
		return nil, errors.New("there are " + strconv.Itoa(len(buffers)) + " sizes; legal are at most " + strconv.Itoa(most))
	}
	return buffers, nil
}
