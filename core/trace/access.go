package trace

import "clocksweep/core/bufmgr"

// Op is what an access does with its page.
type Op uint8

// The operations.
const (
	Read   Op = iota
	Write     // read it and change it
	Extend    // add it to its relation: nothing is read, and the page is dirty
)

// ops are their names in a CSV file.
var ops = [...]string{Read: "read", Write: "write", Extend: "extend"}

func (o Op) String() string { return ops[o] }

// Access is one access of a trace.
type Access struct {
	Page    bufmgr.Page // numbered from 0 in order of appearance
	Process int32       // likewise, from 1; 0: the trace names none
	Op      Op
}
