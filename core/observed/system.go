package observed

import (
	"slices"
	"strings"
)

// System is what vmstat and iostat tell of a machine.
type System struct {
	Vmstat []VmstatLine
	Iostat []IostatReport
	Kernel string // as iostat's first line says, "" if not told
	CPUs   int64  // hardware threads, 0 if not told
}

// Unknown is a figure that a program did not print.
const Unknown = -1

// VmstatLine is a line of vmstat. What its columns lack is [Unknown].
type VmstatLine struct {
	Line            int
	SinceBoot       bool    // the first line of a real vmstat is about all the time before
	Runnable        float64 // processes
	Blocked         float64
	ReadKB          float64 // a second
	WriteKB         float64
	ContextSwitches float64 // a second
	Busy, Idle      float64 // per cent; Idle includes waiting for disks
}

// IostatReport is one report of iostat, a line for each device.
type IostatReport struct {
	Line    int
	Devices []IostatLine
}

// IostatLine is a device in one report. What its columns lack is [Unknown].
type IostatLine struct {
	Line                         int
	Name                         string
	Reads, Writes                float64 // requests a second, without those merged
	Requests                     float64 // of both kinds a second, where only these are told
	ReadKB, WriteKB              float64 // a second
	Await, ReadAwait, WriteAwait float64 // ms
	Queue                        float64 // requests
	Util                         float64 // per cent
}

// ReadSystem reads lines of vmstat and of iostat in any mixture. Names of columns
// decide what they mean.
func ReadSystem(text string) (System, []Unread) {
	if long := tooLong(text); long != nil {
		return System{}, long
	}
	s := &systemReader{}
	for line := range strings.SplitSeq(text, "\n") {
		s.line++
		s.read(strings.TrimRight(line, " \t\r"))
	}
	return s.System, s.unread
}

// systemReader is the state of [ReadSystem].
type systemReader struct {
	System
	unread  unreadList
	line    int
	columns []string // of the last head
	kind    headKind
	counted bool // the next line of vmstat is about all the time before
}

type headKind uint8

const (
	headNone headKind = iota
	headVmstat
	headIostat
	headCPU // iostat's own part about processors
)

const wantSystem = `lines of vmstat below its "r b ..." or of iostat below its "Device ..."`

func (s *systemReader) read(line string) {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		if s.kind == headIostat {
			s.kind = headNone
		}
	case words[0] == "Linux":
		s.banner(words)
	case strings.HasPrefix(words[0], "procs"), strings.HasPrefix(words[0], "$"), words[0] == "#", clock(words):
	case slices.Contains(words, "r") && slices.Contains(words, "b") && slices.Contains(words, "bo"):
		s.kind, s.columns = headVmstat, words
		s.counted = len(s.Vmstat) == 0 && slices.Contains(words, "swpd")
	case strings.TrimSuffix(words[0], ":") == "Device":
		s.kind, s.columns = headIostat, words
		s.Iostat = append(s.Iostat, IostatReport{Line: s.line})
	case words[0] == "avg-cpu:":
		s.kind = headCPU
	case s.kind == headVmstat:
		s.vmstat(line, words)
	case s.kind == headIostat:
		s.iostat(line, words)
	case s.kind == headCPU && numeric(words):
	default:
		s.unread.add(s.line, line, wantSystem)
	}
}

// banner reads "Linux 5.10.0 (host) 11/30/2026 _x86_64_ (8 CPU)".
func (s *systemReader) banner(words []string) {
	if len(words) > 1 {
		s.Kernel = Printable(words[1])
	}
	for i, w := range words {
		if strings.HasPrefix(w, "(") && i+1 < len(words) && words[i+1] == "CPU)" {
			s.CPUs, _ = whole(w[1:])
		}
	}
}

// clock recognizes the lines that iostat -t and vmstat -t put between others.
func clock(words []string) bool {
	date := words[0]
	return len(words) <= 3 && len(words) > 1 && (strings.Count(date, "/") == 2 || strings.Count(date, "-") == 2) &&
		strings.Trim(date, "0123456789/-") == "" && strings.Contains(words[1], ":")
}

func numeric(words []string) bool {
	for _, w := range words {
		if _, ok := number(w); !ok {
			return false
		}
	}
	return true
}

// values reads the columns of a line by their names. Dates and times are passed over.
func values(columns, words []string) (map[string]float64, bool) {
	if len(words) < len(columns) {
		return nil, false
	}
	m := map[string]float64{}
	for i, name := range columns {
		f, ok := number(words[i])
		if ok {
			m[name] = f
		} else if !strings.Contains(words[i], "-") && !strings.Contains(words[i], ":") {
			return nil, false
		}
	}
	return m, true
}

// pick returns the first column that is there, times a factor.
func pick(m map[string]float64, factor float64, names ...string) float64 {
	for _, name := range names {
		if f, ok := m[name]; ok {
			return f * factor
		}
	}
	return Unknown
}

func (s *systemReader) vmstat(line string, words []string) {
	m, ok := values(s.columns, words)
	if !ok {
		s.unread.add(s.line, line, "a number for each of the columns "+strings.Join(s.columns, " "))
		return
	}
	v := VmstatLine{
		Line: s.line, SinceBoot: s.counted, Runnable: pick(m, 1, "r"), Blocked: pick(m, 1, "b"),
		ReadKB: pick(m, 1, "bi"), WriteKB: pick(m, 1, "bo"), ContextSwitches: pick(m, 1, "cs"),
		Busy: pick(m, 1, "us+sy"), Idle: pick(m, 1, "id+wa"),
	}
	if us, ok := m["us"]; ok {
		v.Busy = us + m["sy"]
		v.Idle = m["id"] + m["wa"]
	}
	s.counted = false
	s.Vmstat = append(s.Vmstat, v)
}

func (s *systemReader) iostat(line string, words []string) {
	m, ok := values(s.columns[1:], words[1:])
	if !ok {
		s.unread.add(s.line, line, "the name of a device and a number for each of the columns "+strings.Join(s.columns[1:], " "))
		return
	}
	const mb, sector = 1024, .5
	d := IostatLine{
		Line: s.line, Name: Printable(words[0]),
		Reads: pick(m, 1, "r/s"), Writes: pick(m, 1, "w/s"), Requests: pick(m, 1, "tps"),
		ReadKB: pick(m, 1, "rkB/s", "kB_read/s"), WriteKB: pick(m, 1, "wkB/s", "kB_wrtn/s"),
		Await: pick(m, 1, "await"), ReadAwait: pick(m, 1, "r_await"), WriteAwait: pick(m, 1, "w_await"),
		Queue: pick(m, 1, "aqu-sz", "avgqu-sz"), Util: pick(m, 1, "%util"),
	}
	if d.ReadKB < 0 {
		d.ReadKB, d.WriteKB = pick(m, mb, "rMB/s", "MB_read/s"), pick(m, mb, "wMB/s", "MB_wrtn/s")
	}
	if d.ReadKB < 0 {
		d.ReadKB, d.WriteKB = pick(m, sector, "rsec/s", "Blk_read/s"), pick(m, sector, "wsec/s", "Blk_wrtn/s")
	}
	last := &s.Iostat[len(s.Iostat)-1]
	last.Devices = append(last.Devices, d)
}
