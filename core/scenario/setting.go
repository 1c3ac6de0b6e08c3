package scenario

import "strings"

// ID names a setting inside the program. The constants are in settings.go.
type ID uint8

// Kind is the type of a setting's value.
type Kind uint8

// The kinds of settings.
const (
	KindInt Kind = iota
	KindReal
	KindBool
	KindEnum
	KindText
)

// Unit is what a number without a unit counts.
type Unit string

// The base units.
const (
	UnitNone    Unit = ""
	UnitPages   Unit = "8kB" // PostgreSQL's pages, 8192 bytes
	UnitKB      Unit = "kB"
	UnitMB      Unit = "MB"
	UnitUs      Unit = "us"
	UnitMs      Unit = "ms"
	UnitS       Unit = "s"
	UnitPercent Unit = "%"
	UnitCs      Unit = "cs" // hundredths of a second; written without a unit
)

// The groups of settings, in the order of [Settings].
const (
	GroupPostgreSQL = "postgresql"
	GroupWorkload   = "workload"
	GroupMachine    = "machine"
	GroupKernel     = "kernel"
	GroupMechanism  = "mechanism"
)

// Setting describes one setting: what a form, a command line or a report needs
// to know of it.
type Setting struct {
	ID       ID
	Name     string // as in postgresql.conf, sysctl.conf, a link
	Kind     Kind
	Unit     Unit     // of a number without a unit
	Min, Max float64  // of numbers, in Unit, over all releases
	Enum     []string // legal values of an enum
	Labels   []string // one line for each value of Enum
	Group    string
	Help     string // one or more sentences for a reader
}

// Settings returns every setting, ordered by group.
func Settings() []Setting {
	return append([]Setting(nil), settings...)
}

// Lookup returns the setting with that name. Upper and lower case are the
// same, as in PostgreSQL.
func Lookup(name string) (Setting, bool) {
	for i := range settings {
		if strings.EqualFold(settings[i].Name, name) {
			return settings[i], true
		}
	}
	return Setting{}, false
}

// String returns the setting's name.
func (id ID) String() string { return settings[id].Name }
