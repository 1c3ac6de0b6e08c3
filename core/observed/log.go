package observed

import (
	"strconv"
	"strings"
)

// Log is what a server's log tells about checkpoints.
type Log struct {
	Checkpoints []Checkpoint // complete ones, restartpoints among them
	Starts      []Start
	TooOften    []TooOften
	Lines       int  // of the text, those about other things included
	Zoned       bool // all times have a time zone, so that they can be compared with others

	// What the form of the lines tells of the release, as in [Snapshot].
	Oldest, Youngest, Because string
}

// Start is a line "checkpoint starting".
type Start struct {
	Line    int
	At      Moment
	Flags   []string // shutdown, immediate, force, wait, wal, time and so on, as printed
	Restart bool     // of a standby
}

// Checkpoint is a line "checkpoint complete". Figures that the release does not
// print are -1.
type Checkpoint struct {
	Line    int
	At      Moment
	Restart bool
	Flags   []string // of the line before that told of its start; 19 tells them itself

	Written                  int64   // buffers
	Percent                  float64 // of shared_buffers
	SLRU                     int64   // 18 and later
	Added, Removed, Recycled int64   // WAL files
	WriteMs, SyncMs, TotalMs int64
	SyncFiles                int64 // 9.1 and later, as the next two
	LongestMs, AverageMs     int64
	DistanceKB, EstimateKB   int64  // 9.5 and later
	LSN, Redo                string // 16 and later
}

// TooOften is a warning that checkpoints follow each other too soon.
type TooOften struct {
	Line    int
	At      Moment
	Seconds int64
}

// What a line is recognized by, whatever log_line_prefix puts before it, and in CSV,
// JSON and syslog as well.
const (
	startText    = "point starting:"
	completeText = "point complete"
	tooOftenText = "checkpoints are occurring too frequently ("
)

// ReadLog reads the lines about checkpoints of a server's log, of any release from
// 8.3 on and with any log_line_prefix.
func ReadLog(text string) (Log, []Unread) {
	if long := tooLong(text); long != nil {
		return Log{}, long
	}
	l := &logReader{release: whichever}
	for line := range strings.SplitSeq(text, "\n") {
		l.line++
		if strings.TrimSpace(line) != "" {
			l.log.Lines++
		}
		l.read(strings.TrimRight(line, " \t\r"))
	}
	l.log.Zoned = l.times > 0 && l.zoned == l.times
	if l.release != whichever {
		l.log.Oldest, l.log.Youngest, l.log.Because = l.release.oldest, l.release.youngest, l.release.because
	}
	return l.log, l.unread
}

// logReader is the state of [ReadLog].
type logReader struct {
	log          Log
	unread       unreadList
	line         int
	times, zoned int      // lines with a time, and of these those with a zone
	flags        []string // of the checkpoint that has begun
	release      evidence
}

func (l *logReader) read(line string) {
	if at := strings.Index(line, tooOftenText); at >= 0 {
		l.tooOften(line, at)
		return
	}
	if at := pointAt(line, startText); at >= 0 {
		l.start(line, at)
		return
	}
	if at := pointAt(line, completeText); at >= 0 {
		l.complete(line, at)
	}
}

// pointAt finds "checkpoint starting:" and its like, or -1.
func pointAt(line, what string) int {
	i := strings.Index(line, what)
	for _, kind := range []string{"check", "restart"} {
		if i >= len(kind) && line[i-len(kind):i] == kind {
			return i - len(kind)
		}
	}
	return -1
}

// moment finds the time in front of a message.
func (l *logReader) moment(prefix string) Moment {
	at, zoned := momentIn(prefix)
	if at.Known() {
		l.times++
	}
	if zoned {
		l.zoned++
	}
	return at
}

// message takes what follows a place up to the quote that ends it in CSV and JSON.
func message(line string, at int) string {
	text, _, _ := strings.Cut(line[at:], `"`)
	return text
}

// evidence is what a form tells of the release: the oldest and the youngest that
// print it, "" if there is no such limit.
type evidence struct{ oldest, youngest, because string }

// narrow takes the evidence of a line that was read. If it contradicts the lines
// before, the server was upgraded in between, and the later lines count.
func (l *logReader) narrow(list []evidence) {
	line := whichever.and(list)
	if Order(line.oldest) > Order(line.youngest) {
		return // forms that never were together
	}
	both := l.release.and([]evidence{line})
	if Order(both.oldest) > Order(both.youngest) {
		both = line
	}
	l.release = both
}

// whichever is no evidence at all: the first release that has such lines to the last.
var whichever = evidence{oldest: "8.3", youngest: Releases[len(Releases)-1]}

// and returns what is left after more evidence, which may be nothing.
func (e evidence) and(list []evidence) evidence {
	for _, more := range list {
		if more.oldest != "" && Order(more.oldest) > Order(e.oldest) {
			e.oldest, e.because = more.oldest, more.because
		}
		if more.youngest != "" && Order(more.youngest) < Order(e.youngest) {
			e.youngest, e.because = more.youngest, more.because
		}
	}
	return e
}

func (l *logReader) tooOften(line string, at int) {
	text := message(line, at+len(tooOftenText))
	count, rest, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(count, 10, 64)
	if err != nil || n < 0 || !strings.HasPrefix(rest, "second") {
		l.unread.add(l.line, line, `"checkpoints are occurring too frequently (9 seconds apart)"`)
		return
	}
	l.log.TooOften = append(l.log.TooOften, TooOften{Line: l.line, At: l.moment(line[:at]), Seconds: n})
}

func (l *logReader) start(line string, at int) {
	text := message(line, at)
	_, flags, _ := strings.Cut(text, ":")
	s := Start{Line: l.line, At: l.moment(line[:at]), Flags: strings.Fields(flags), Restart: text[0] == 'r'}
	var forms []evidence
	for _, f := range s.Flags {
		switch f {
		case "xlog":
			forms = append(forms, evidence{"", "11", "the log calls WAL xlog"})
		case "wal":
			forms = append(forms, evidence{"12", "", "the log says wal where 11 said xlog"})
		case "flush-all":
			forms = append(forms, evidence{"9.4", "18", "the log knows flush-all"})
		case "immediate":
			forms = append(forms, evidence{"", "18", "the log says immediate, not fast"})
		case "fast", "flush-unlogged":
			forms = append(forms, evidence{"19", "", "the log says " + f})
		case "shutdown", "end-of-recovery", "force", "wait", "time":
		default:
			l.unread.add(l.line, line, `"checkpoint starting:" and its reasons: shutdown, end-of-recovery, immediate, force, wait, wal or xlog, time`)
			return
		}
	}
	l.narrow(forms)
	l.flags = s.Flags
	l.log.Starts = append(l.log.Starts, s)
}

func (l *logReader) complete(line string, at int) {
	text := message(line, at)
	c := Checkpoint{Line: l.line, At: l.moment(line[:at]), Restart: text[0] == 'r', Flags: l.flags}
	l.flags = nil
	p := phrase{rest: text[strings.Index(text, "complete")+len("complete"):]}
	c.read(&p)
	if p.want != "" {
		l.unread.add(l.line, line, p.want)
		return
	}
	l.narrow(p.forms)
	l.log.Checkpoints = append(l.log.Checkpoints, c)
}

// read reads the rest of the line, part by part.
func (c *Checkpoint) read(p *phrase) {
	p.need(":")
	if head, rest, ok := strings.Cut(p.rest, ": wrote "); ok { // 19 names the reasons here too
		c.Flags, p.rest = strings.Fields(head), " wrote "+rest
		p.tells("19", "", "the log names a checkpoint's reasons at its end")
	}
	c.Written = p.count(" wrote ", " buffers (")
	c.Percent = p.decimal("", "%)")
	c.SLRU = -1
	if p.has(", wrote ") {
		c.SLRU = p.count(", wrote ", " SLRU buffers")
		p.tells("18", "", "the log tells of SLRU buffers")
	}
	c.files(p)
	c.WriteMs, c.SyncMs, c.TotalMs = p.seconds("; write="), p.seconds(", sync="), p.seconds(", total=")
	c.SyncFiles, c.LongestMs, c.AverageMs = -1, -1, -1
	if p.has("; sync files=") {
		c.SyncFiles = p.count("; sync files=", "")
		c.LongestMs, c.AverageMs = p.seconds(", longest="), p.seconds(", average=")
		p.tells("9.1", "", "the log tells of sync files")
	} else if p.want == "" {
		p.tells("", "9.0", "the log tells of no sync files")
	}
	c.DistanceKB, c.EstimateKB = -1, -1
	if p.has("; distance=") {
		c.DistanceKB, c.EstimateKB = p.count("; distance=", " kB"), p.count(", estimate=", " kB")
		p.tells("9.5", "", "the log tells of distance and estimate")
	} else if p.want == "" && c.SyncFiles >= 0 {
		p.tells("9.1", "9.4", "the log tells of no distance")
	}
	if p.has("; lsn=") {
		c.LSN, c.Redo = p.word("; lsn="), p.word(", redo lsn=")
		p.tells("16", "", "the log tells positions in WAL")
	} else if p.want == "" && c.DistanceKB >= 0 {
		p.tells("9.5", "15", "the log tells no positions in WAL")
	}
	if p.want == "" && p.rest != "" && !strings.HasPrefix(p.rest, "#") { // #011 and its like of syslog
		p.want = "the end of the line behind what is known of it"
	}
}

// files reads how many WAL files were added, removed and recycled; restartpoints of
// 8.4 to 9.0 do not tell.
func (c *Checkpoint) files(p *phrase) {
	c.Added, c.Removed, c.Recycled = -1, -1, -1
	if c.Restart && p.has("; write=") {
		return
	}
	if head, _, _ := strings.Cut(p.rest, ";"); head != "" && p.want == "" {
		p.want = `";" behind the buffers written`
	}
	kind := " WAL file(s) added, "
	if strings.Contains(p.rest, " transaction log file(s) added, ") {
		kind = " transaction log file(s) added, "
		p.tells("", "9.6", "the log says transaction log, not WAL")
	} else if p.want == "" {
		p.tells("10", "", "the log says WAL file, not transaction log file")
	}
	c.Added = p.count("; ", kind)
	c.Removed = p.count("", " removed, ")
	c.Recycled = p.count("", " recycled")
}

// phrase is the part of a line that is not yet read. The first thing that is not
// there is noted in want, after which nothing is read.
type phrase struct {
	rest, want string
	forms      []evidence
}

func (p *phrase) tells(oldest, youngest, because string) {
	p.forms = append(p.forms, evidence{oldest, youngest, because})
}

func (p *phrase) has(begin string) bool { return p.want == "" && strings.HasPrefix(p.rest, begin) }

func (p *phrase) need(text string) {
	rest, ok := strings.CutPrefix(p.rest, text)
	if !ok && p.want == "" {
		p.want = strconv.Quote(text) + " where the line has " + strconv.Quote(Printable(p.rest[:min(len(p.rest), 40)]))
	}
	if p.want == "" {
		p.rest = rest
	}
}

// until returns what stands before the first character that is not one of these.
func (p *phrase) until(of string) string {
	n := 0
	for n < len(p.rest) && strings.IndexByte(of, p.rest[n]) >= 0 {
		n++
	}
	text := p.rest[:n]
	if p.want == "" {
		p.rest = p.rest[n:]
	}
	return text
}

// count reads a whole number between two texts.
func (p *phrase) count(before, after string) int64 {
	p.need(before)
	text := p.until("0123456789")
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && p.want == "" {
		p.want = "a number behind " + strconv.Quote(before)
		if before == "" {
			p.want = "a number before " + strconv.Quote(after)
		}
	}
	p.need(after)
	return n
}

// decimal reads a number with a decimal point.
func (p *phrase) decimal(before, after string) float64 {
	p.need(before)
	f, ok := number(p.until("0123456789."))
	if !ok && p.want == "" {
		p.want = "a number before " + strconv.Quote(after)
	}
	p.need(after)
	return f
}

// seconds reads "1.234 s" and returns milliseconds.
func (p *phrase) seconds(before string) int64 {
	p.need(before)
	text := p.until("0123456789.")
	whole, milli, ok := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+milli, 10, 64)
	if (!ok || err != nil || len(milli) != 3) && p.want == "" {
		p.want = "seconds with three digits behind the point after " + strconv.Quote(before)
	}
	p.need(" s")
	return n
}

// word reads a position in WAL.
func (p *phrase) word(before string) string {
	p.need(before)
	text := p.until("0123456789ABCDEF/")
	if !strings.Contains(text, "/") && p.want == "" {
		p.want = "a position as 0/1A2B3C behind " + strconv.Quote(before)
	}
	return text
}
