package stage

import (
	"strconv"
	"strings"
)

// Limits of a stage.
const (
	MinBuffers = 16
	MaxBuffers = 1 << 20 // 8 GB of shared_buffers
	MaxPools   = 3
	MinPages   = 16
	MaxPages   = 1 << 22 // a database of 32 GB
	MaxClients = Processes - 1 - passes
	MaxHand    = 200
	mostRound  = 1 << 30
)

// passes is how many processes of a mixture are no clients.
const passes = 2

// Auto is a distance that follows the size of the pool, so that a pool of any size
// shows its writers at work.
const Auto = -1

// Config says what is played to what. The same Config gives the same history.
type Config struct {
	Policies   []string // names of bufmgr.Policies, 1 to MaxPools
	Buffers    int      // MinBuffers to MaxBuffers
	Stream     string   // a name of Streams
	Pages      int64    // size of the database, MinPages to MaxPages; 0: four times the pool
	Writes     int64    // percent of the accesses of the random streams that change the page
	Clients    int      // processes, 1 to MaxClients
	Seed       uint64
	Round      int64 // accesses between two cleaning rounds, 0: none; Auto: an eighth of the pool
	Checkpoint int64 // accesses between two checkpoints, 0: none; Auto: eight times the pool
	Hand       []Hand
}

// Hand is an access that the reader makes.
type Hand struct {
	At    int64 // how many accesses were made before it
	Write bool
	Rel   int
	Block int64
}

// Default is what the page shows first.
func Default() Config {
	return Config{
		Policies: []string{"clock83"}, Buffers: 256, Stream: "zipf", Writes: 20, Clients: 2, Seed: 1,
		Round: Auto, Checkpoint: Auto,
	}
}

// Named is a stream by its name.
type Named struct{ Name, About string }

// Streams returns the streams there are.
func Streams() []Named {
	return []Named{
		{"tpcb", "pgbench’s TPC-B script, 8.3 and later"},
		{"tpcb82", "pgbench’s TPC-B script up to 8.2: every update makes an index entry"},
		{"zipf", "random pages, few of them hot"},
		{"uniform", "random pages, all alike"},
		{"scan", "hot pages, and now and then a sequential scan"},
		{"vacuum", "hot pages, and now and then VACUUM"},
		{"mix", "TPC-B with sequential scans and VACUUM"},
		{"recorded", "a trace: accesses recorded on a server"},
	}
}

// Parse reads settings, one "name = value" a line. What is not legal is told in
// problems, a sentence each, and its default stands.
func Parse(text string) (c Config, problems []string) {
	c = Default()
	for line := range strings.SplitSeq(text, "\n") {
		name, value, _ := strings.Cut(line, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if name == "" {
			continue
		}
		if legal := c.set(name, value); legal != "" {
			problems = append(problems, "the setting "+quote(name)+" is "+quote(value)+"; legal is "+legal)
		}
	}
	return c, problems
}

// quote bounds what a link can put into a sentence.
func quote(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return `"` + s + `"`
}

// set sets one setting and returns what would be legal, or nothing if it was.
func (c *Config) set(name, value string) (legal string) {
	switch name {
	case "policies":
		return c.setPolicies(value)
	case "stream":
		return c.setStream(value)
	case "hand":
		return c.setHand(value)
	case "buffers":
		n, legal := number(value, MinBuffers, MaxBuffers)
		if legal == "" {
			c.Buffers = int(n)
		}
		return legal
	case "pages":
		return setNumber(&c.Pages, value, MinPages, MaxPages)
	case "writes":
		return setNumber(&c.Writes, value, 0, 100)
	case "round":
		return setNumber(&c.Round, value, 0, mostRound)
	case "checkpoint":
		return setNumber(&c.Checkpoint, value, 0, mostRound)
	case "clients":
		n, legal := number(value, 1, MaxClients)
		if legal == "" {
			c.Clients = int(n)
		}
		return legal
	case "seed":
		n, legal := number(value, 0, 1<<53)
		if legal == "" {
			c.Seed = uint64(n)
		}
		return legal
	}
	return "policies, buffers, stream, pages, writes, clients, seed, round, checkpoint or hand as a name"
}

func number(value string, least, most int64) (n int64, legal string) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < least || n > most {
		return 0, "a whole number from " + strconv.FormatInt(least, 10) + " to " + strconv.FormatInt(most, 10)
	}
	return n, ""
}

func setNumber(into *int64, value string, least, most int64) (legal string) {
	n, legal := number(value, least, most)
	if legal == "" {
		*into = n
	}
	return legal
}

func (c *Config) setPolicies(value string) (legal string) {
	names := strings.Split(value, ",")
	ok := len(names) <= MaxPools
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		_, known := ReleaseOf(names[i])
		ok = ok && known
	}
	if ok {
		c.Policies = names
		return ""
	}
	legal = "up to " + strconv.Itoa(MaxPools) + " of "
	for i, r := range releases {
		if i > 0 {
			legal += ", "
		}
		legal += r.Name
	}
	return legal
}

func (c *Config) setStream(value string) (legal string) {
	for i, s := range Streams() {
		if s.Name == value {
			c.Stream = value
			return ""
		}
		if i > 0 {
			legal += ", "
		}
		legal += s.Name
	}
	return legal
}

// setHand reads accesses made by hand: "1234r0.17" is, after 1234 accesses, a read
// of block 17 of relation 0, "w" in the place of "r" a change of it. Commas lie
// between two of them, and they are in order.
func (c *Config) setHand(value string) (legal string) {
	var hand []Hand
	for word := range strings.SplitSeq(value, ",") {
		h, ok := readHand(strings.TrimSpace(word))
		if !ok || len(hand) == MaxHand || len(hand) > 0 && h.At < hand[len(hand)-1].At {
			return "up to " + strconv.Itoa(MaxHand) + " accesses in order such as 1234r0.17: after how many, read or write, relation, block"
		}
		hand = append(hand, h)
	}
	c.Hand = hand
	return ""
}

func readHand(word string) (h Hand, ok bool) {
	i := strings.IndexAny(word, "rw")
	if i < 0 {
		return h, false
	}
	h.Write = word[i] == 'w'
	rel, block, _ := strings.Cut(word[i+1:], ".")
	var bad [3]string
	var n int64
	h.At, bad[0] = number(word[:i], 0, 1<<53)
	n, bad[1] = number(rel, 0, Relations-1)
	h.Rel = int(n)
	h.Block, bad[2] = number(block, 0, 1<<32-1)
	return h, bad == [3]string{}
}
