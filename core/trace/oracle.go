package trace

import (
	"io"
	"strconv"
)

// recordSize is the size of a record of oracleGeneral in bytes.
const recordSize = 24

// never is the time of the next access of an object that is not needed again.
// The largest number means the same.
const never = -1

// next returns when a record's object is needed again, counted in accesses.
func next(record []byte) int64 { return int64(little(record[16:24])) }

// little returns a little-endian number.
func little(b []byte) (n uint64) {
	for i := len(b) - 1; i >= 0; i-- {
		n = n<<8 | uint64(b[i])
	}
	return n
}

// nextRecord reads the next record of an object that has a size.
func (r *Reader) nextRecord(a *Access) error {
	for {
		r.number++
		record, err := r.in.Peek(recordSize)
		if err == io.EOF && len(record) > 0 {
			return r.problem("the file ends after " + strconv.Itoa(len(record)) + " of its " +
				strconv.Itoa(recordSize) + " bytes; expected whole records")
		}
		if err != nil {
			return err
		}
		if t := next(record); t < never {
			return r.problem("the time of the next access is " + strconv.FormatInt(t, 10) +
				"; expected -1 (never) or more")
		}
		object, size := little(record[4:12]), little(record[12:16])
		r.in.Discard(recordSize)
		if size == 0 {
			continue
		}
		*a = Access{Op: Read}
		a.Page, err = r.page(object)
		return err
	}
}
