package pgbench

// Kind is what an operation does.
type Kind uint8

// The operations.
const (
	Begin  Kind = iota
	End         // COMMIT
	Select      // of the row of Table with Key
	Update      // likewise
	Insert      // of a row
	Set         // Var becomes Value
	Sleep       // for Value times Unit
)

// Table is one of pgbench's tables.
type Table uint8

// The tables.
const (
	Accounts Table = iota
	Tellers
	Branches
	History
)

// Op is one operation of a script.
type Op struct {
	Kind  Kind
	Table Table
	Value Expr  // Select, Update: the key; Set, Sleep: the value
	Var   int   // of Set
	Unit  int64 // of Sleep, ns
	// Alone says that the statement is a transaction of its own.
	Alone bool
	// CPU is its processor time in per cent of that of a whole transaction of TPC-B.
	CPU  int64
	Line int    // where it stands in the text, counted from 1
	Text string // on one line
}

// Script is what every client repeats.
type Script struct {
	Ops []Op
	// Text is the script in one line, without comments. Parse makes the same of it.
	Text string
	// MostUpdates is the largest number of UPDATEs in one transaction.
	MostUpdates int

	code  []instruction
	names []string // of the variables, the built-in ones first
}

// The variables that are there from the start (pgbench.c, main).
const (
	varScale = iota
	varClient
	varSeed
	builtIn
)

var builtInNames = [builtIn]string{"scale", "client_id", "random_seed"}

// Error says what is wrong with a script.
type Error struct {
	Line    int    // counted from 1
	Text    string // the command or a part of it
	Problem string // what is wrong: "is not a number"
	Legal   string // what is legal instead; empty if that is clear
}

// Error returns a sentence.
func (e *Error) Error() string {
	s := "line " + decimal(e.Line) + ": " + e.Text + " " + e.Problem
	if e.Legal != "" {
		s += "; legal is " + e.Legal
	}
	return s
}

// cpuOf are the shares of the statements of TPC-B. Planning and executing an update
// by index costs about twice a select by index; BEGIN and END are a round trip each.
// Inferred, not measured. A statement alone commits without these two.
var cpuOf = [...]int64{Begin: 6, End: 8, Select: 14, Update: 18, Insert: 12, Set: 0, Sleep: 0}

const (
	cpuOfAccount = 24 // UPDATE of a large table
	cpuOfCommit  = 2
)

func (op *Op) share() int64 {
	n := cpuOf[op.Kind]
	if op.Kind == Update && op.Table == Accounts {
		n = cpuOfAccount
	}
	if op.Alone && op.Kind != Select {
		n += cpuOfCommit
	}
	return n
}

// CPU returns the sum of the shares.
func (s *Script) CPU() int64 {
	n := int64(0)
	for i := range s.Ops {
		n += s.Ops[i].CPU
	}
	return n
}

// Selects returns how many statements are a SELECT.
func (s *Script) Selects() int64 {
	n := int64(0)
	for i := range s.Ops {
		if s.Ops[i].Kind == Select {
			n++
		}
	}
	return n
}

// Writes reports whether the script changes any table.
func (s *Script) Writes() bool {
	for i := range s.Ops {
		if k := s.Ops[i].Kind; k == Update || k == Insert {
			return true
		}
	}
	return false
}
