package replay

import "strings"

// Dir is the folder of the compact recordings, from the root of the repository.
const Dir = "core/replay/testdata/recorded"

// Recording tells what a compact recording in Dir is.
type Recording struct {
	Name  string // of its file, without .gz
	About string // what the server was doing, one line
}

// File returns the path of the recording from the root of the repository.
func (r Recording) File() string { return Dir + "/" + r.Name + ".gz" }

// Group are the recordings of one server.
type Group struct {
	Version    string  // "9.6.24"
	Release    Release // whose rules it has
	Way        Way     // how they were recorded
	Recordings []Recording
}

// Way is how a server was watched. Neither way changes what it decides. Server and
// client had a core each, so the lines of a trace stand in the order of execution.
type Way struct{ Name, About string }

var (
	byCalls = Way{"calls compiled in", "The server was compiled from its release tag with calls that write one line at " +
		"each decision, where its own locks protect the state."}
	byProbes = Way{"kernel probes", "The unmodified Debian package was watched by kernel uprobes at its decision points; " +
		"no event was lost."}
)

// servers are the recorded servers, oldest first, and the sets recorded of each.
var servers = []struct {
	version string
	release Release
	sets    string
}{
	{"7.4.30", Release74, "E1 E1b E1c E2 E4 E4t E5"},
	{"8.0.0", Release80, "E1 E1b E1c E2 E3 E4 E4t E5 E7"},
	{"8.0.2", Release802, "E1 E1b E1c E2 E3 E4 E5 E7"},
	{"8.1.0", Release81, "E1 E1b E1c E2 E3 E4 E4t E5"},
	{"8.2.0", Release82, "E1 E1b E1c E2 E3 E4 E5"},
	{"8.3.0", Release83, "E1 E1b E2 E3 E4 E4p E5 E5b"},
	{"9.6.24", Release96, "E1 E1b E2 E3 E4 E4p E5 E5b"},
	{"15.18", 1500, "T1a T1b T1c T2a T2b T3a T3c T4a T4c T5a T5c"},
}

// sets tells what each set is. Those of E have one client and pgbench's tables
// at scale 1, E5b at 2; those of T have one client too.
var sets = []struct{ name, about string }{
	{"E1", "point selects"},
	{"E1b", "point selects in a larger pool"},
	{"E1c", "point selects in the smallest pool there is"},
	{"E2", "TPC-B, background writer off"},
	{"E3", "TPC-B, background writer at its defaults"},
	{"E4", "TPC-B with CHECKPOINT commands"},
	{"E4t", "TPC-B with timed checkpoints"},
	{"E4p", "TPC-B with timed checkpoints that are spread over time"},
	{"E5", "scans, VACUUM, CREATE TABLE AS, TRUNCATE, DROP"},
	{"E5b", "scans, VACUUM, CREATE TABLE AS, TRUNCATE, DROP in a larger pool"},
	{"E7", "VACUUM aborted by a timeout, then point selects"},
	{"T1a", "point selects"},
	{"T1b", "point selects in a smaller pool"},
	{"T1c", "point selects in the smallest pool there is"},
	{"T2a", "TPC-B, background writer off"},
	{"T2b", "TPC-B in a smaller pool, background writer off"},
	{"T3a", "TPC-B, a cleaning round each 10 ms"},
	{"T3c", "TPC-B, a cleaning round each 200 ms"},
	{"T4a", "TPC-B with timed checkpoints that are spread over time"},
	{"T4c", "CHECKPOINT over four tablespaces"},
	{"T5a", "scans, VACUUM, COPY, CREATE TABLE AS, TRUNCATE, DROP"},
	{"T5c", "bulk update, bulk delete, VACUUM and scan through rings"},
}

// Groups returns all compact recordings by server, oldest first.
func Groups() []Group {
	var all []Group
	for _, s := range servers {
		g := Group{Version: s.version, Release: s.release, Way: byCalls}
		for _, set := range strings.Fields(s.sets) {
			name := s.version + "-" + set
			if set[0] == 'T' {
				name, g.Way = set, byProbes
			}
			g.Recordings = append(g.Recordings, Recording{Name: name, About: aboutSet(set)})
		}
		all = append(all, g)
	}
	return all
}

func aboutSet(name string) string {
	for _, s := range sets {
		if s.name == name {
			return s.about
		}
	}
	panic("replay: nothing is known of set " + name)
}
