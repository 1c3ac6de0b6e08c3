package generate

import (
	"fmt"
	"strconv"
	"strings"

	"clocksweep/core/bufmgr"
	"clocksweep/core/report"
	"clocksweep/core/stage"
	"clocksweep/site/page"
)

// poolAt is the moment that the page shows first, in accesses: the pool is full and
// the hand has gone round.
const poolAt = 1500

// pool makes the page on which a reader watches the buffer pool.
func (b *builder) pool() (*page.Pool, error) {
	config := stage.Default()
	s, err := playStage(config, poolAt)
	if err != nil {
		return nil, err
	}
	p := &page.Pool{
		Frame: b.frame("The pool · Clocksweep",
			"Watch PostgreSQL’s buffer pool as a map: usage counts, dirty and pinned buffers, the clock hand, the background writer and checkpoints, under the policies of several releases side by side.", "../"),
		At: strconv.Itoa(poolAt), Accesses: report.Thousands(poolAt), Words: s.Words(), Link: "#v=1&at=" + strconv.Itoa(poolAt),
		Chosen: config.Policies[0], Fields: poolFields(config), Speeds: poolSpeeds, Speed: "16",
		Example: "../traces/" + exampleName,
	}
	for _, named := range bufmgr.Policies() {
		p.Policies = append(p.Policies, page.Fact{Name: named.Name, Value: named.About})
	}
	for _, pool := range s.Pools {
		p.Maps = append(p.Maps, poolMap(pool, -1))
	}
	p.Counts = poolCounts(s.Pools)
	p.Tour, err = tour()
	return p, err
}

// playStage plays a stage to a moment.
func playStage(c stage.Config, at int64) (*stage.Stage, error) {
	s, problems, err := stage.New(c, nil)
	if err == nil && len(problems) > 0 {
		err = fmt.Errorf("%s", strings.Join(problems, "; "))
	}
	if err != nil {
		return nil, err
	}
	s.Play(at)
	return s, nil
}

var poolSpeeds = []page.Fact{
	{Name: "1", Value: "1 access a second"}, {Name: "4", Value: "4 a second"}, {Name: "16", Value: "16 a second"},
	{Name: "60", Value: "60 a second"}, {Name: "250", Value: "250 a second"}, {Name: "1000", Value: "1,000 a second"},
	{Name: "10000", Value: "10,000 a second"}, {Name: "100000", Value: "100,000 a second"}, {Name: "0", Value: "as fast as it goes"},
}

// poolFields are the settings of the stage.
func poolFields(c stage.Config) []page.PoolField {
	var sizes, streams []page.Fact
	for n := int64(stage.MinBuffers); n <= stage.MaxBuffers; n *= 4 {
		sizes = append(sizes, page.Fact{Name: strconv.FormatInt(n, 10), Value: report.Thousands(n)})
	}
	for _, s := range stage.Streams() {
		streams = append(streams, page.Fact{Name: s.Name, Value: s.About})
	}
	number := func(name, label, hint, value string, least, most int64) page.PoolField {
		return page.PoolField{
			Name: name, Label: label, Hint: hint, Value: value,
			Least: strconv.FormatInt(least, 10), Most: strconv.FormatInt(most, 10),
		}
	}
	whole := func(n int64) string { return strconv.FormatInt(n, 10) }
	return []page.PoolField{
		{Name: "buffers", Label: "Buffers", Value: strconv.Itoa(c.Buffers), Options: sizes, Hint: "Of 8 kB each: 16,384 are 128 MB."},
		{Name: "stream", Label: "Accesses", Value: c.Stream, Options: streams, Hint: "The same ones go to each policy."},
		number("pages", "Pages of the database", "Empty: four times the pool.", "", stage.MinPages, stage.MaxPages),
		number("writes", "Changes, percent", "Of the accesses at random.", whole(c.Writes), 0, 100),
		number("clients", "Processes", "They take turns at random.", whole(int64(c.Clients)), 1, stage.MaxClients),
		number("round", "Background writer’s round", "Each so many accesses. Empty: an eighth of the pool; 0: never.", "", 0, 1<<30),
		number("checkpoint", "Checkpoint", "Each so many accesses. Empty: eight times the pool; 0: never.", "", 0, 1<<30),
		number("seed", "Seed", "Another one, other random pages.", whole(int64(c.Seed)), 0, 1<<53),
	}
}

// poolCounts is the table behind the maps.
func poolCounts(pools []*stage.Pool) []page.CountRow {
	rows := []page.CountRow{
		{Figure: "accesses", Name: "Accesses"}, {Figure: "hits", Name: "Hits"}, {Figure: "ratio", Name: "Hit ratio"},
		{Figure: "misses", Name: "Misses"}, {Figure: "fromFreelist", Name: "Victims from the freelist"},
		{Figure: "fromHand", Name: "Victims of the clock hand"}, {Figure: "fromRing", Name: "Victims from a ring"},
		{Figure: "fromList", Name: "Victims from a list"}, {Figure: "passed", Name: "Buffers the hand went over"},
		{Figure: "taken", Name: "Usage counts it took"}, {Figure: "backendWrites", Name: "Pages written by backends"},
		{Figure: "roundWrites", Name: "By the background writer"}, {Figure: "checkpointWrites", Name: "By checkpoints"},
		{Figure: "rounds", Name: "Rounds of the background writer"}, {Figure: "checkpoints", Name: "Checkpoints begun"},
		{Figure: "dirty", Name: "Dirty now"}, {Figure: "pinned", Name: "Pinned now"}, {Figure: "empty", Name: "Empty now"},
		{Figure: "level0", Name: "Usage count 0, or the like"}, {Figure: "level1", Name: "1"}, {Figure: "level2", Name: "2"},
		{Figure: "level3", Name: "3"}, {Figure: "level4", Name: "4"}, {Figure: "level5", Name: "5"},
		{Figure: "t1", Name: "Pages in T1"}, {Figure: "t2", Name: "Pages in T2"}, {Figure: "b1", Name: "Ghosts in B1"},
		{Figure: "b2", Name: "Ghosts in B2"}, {Figure: "target", Name: "Target of T1"},
	}
	for _, p := range pools {
		var s stage.State
		p.Look(&s, 1)
		numbers := p.Numbers(nil, &s)
		for i := range rows {
			rows[i].Cells = append(rows[i].Cells, countText(rows[i].Figure, p, numbers))
		}
	}
	return rows
}

func countText(figure string, p *stage.Pool, numbers []float64) string {
	_, _, _, _, _, lists := p.Lists()
	switch figure {
	case "ratio":
		return strings.TrimSuffix(poolMap(p, -1).Ratio, " hits")
	case "fromHand", "passed", "taken":
		if !p.HasHand() {
			return "–"
		}
	case "t1", "t2", "b1", "b2", "target":
		if !lists {
			return "–"
		}
	}
	for i, name := range stage.Figures {
		if name == figure {
			return report.Thousands(int64(numbers[i]))
		}
	}
	return ""
}
