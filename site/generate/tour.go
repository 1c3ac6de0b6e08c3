package generate

import (
	"fmt"
	"strconv"
	"strings"

	"clocksweep/core/stage"
	"clocksweep/site/page"
)

// stop is a step of the tour: a stage, and the moment on it. Where words are given,
// the moment is the first access from on at which the pool of that place says them.
type stop struct {
	title    string
	settings string // as in a link
	from     int64
	says     string
	pool     int
	show     string // number of the relation whose pages are tinted
	text     []string
}

var stops = []stop{
	{
		title: "An empty pool fills", settings: "buffers=64&stream=zipf&round=0&checkpoint=0", from: 40,
		text: []string{
			"A server has just started. Every buffer is on the freelist, and a page that is not in the pool takes the next one from its head: the map fills from the left.",
			"Nobody has to give way yet. Press Step: each miss takes an empty buffer, each hit does not.",
		},
	},
	{
		title: "Being used leaves a trace", settings: "buffers=64&stream=zipf&round=0&checkpoint=0", from: 150, says: "usage count 4 to 5",
		text: []string{
			"Each buffer has a usage count. It rises by one when a process pins the page, up to 5; here it is how strongly the cell stands out. A page that was read once is faint, and one that everybody needs, such as the root of an index, is strong.",
			"Five is the limit. A page that was used a thousand times stands out no more than one that was used five times: what was hot long ago can be forgotten.",
		},
	},
	{
		title: "The hand looks for a victim", settings: "buffers=64&stream=zipf&round=0&checkpoint=0", from: 200, says: "takes 1", pool: 0,
		text: []string{
			"The freelist is used up. A page that must come in now needs the buffer of another one, and the clock hand, the line across the map, looks for it: it goes from buffer to buffer, takes one from each usage count it passes, and stops at the first buffer whose count is 0 and that nobody has pinned.",
			"So a page survives as many turns of the hand as it has counts, unless it is used again meanwhile. Play, and watch the map fade behind the line.",
		},
	},
	{
		title: "A sequential scan, without and with a ring", settings: "policies=clock81,clock83&buffers=256&stream=scan&writes=0&round=0&checkpoint=0", from: 1450, show: "1",
		text: []string{
			"A process reads a large table from end to end; nobody will need those pages again. Both pools get the same accesses, and the pages of the large table are tinted.",
			"In 8.2 the scan takes buffer after buffer, and hot pages have to leave. Since 8.3 a scan of a table larger than a quarter of the pool has a ring: 32 buffers here, which it uses over and over. The rest of the pool does not notice it.",
		},
	},
	{
		title: "ARC remembers what it gave up", settings: "policies=arc&buffers=64&stream=zipf&round=0&checkpoint=0", from: 200, says: "own ghost was in B1",
		text: []string{
			"8.0.0 had no hand but lists: T1 for pages that one transaction has used (faint), T2 for pages that several have (strong). B1 and B2 hold ghosts: the names of pages that were given up lately, without the pages.",
			"The page that comes in now has a ghost in B1. It was given up too early, so it goes straight to T2, and T1 may grow from now on. The frame with dashes is who goes next.",
			"When ARC turned out to be patented, 8.0.2 took 2Q in its place, and 8.1 the clock.",
		},
	},
	{
		title: "A dirty victim makes its finder wait", settings: "buffers=64&stream=zipf&writes=60&round=0&checkpoint=0", from: 300, says: "first has to write",
		text: []string{
			"An orange corner marks a dirty page: it was changed, and the disk does not know yet. If the hand stops at one, the process that only wanted to read a page has to write this one first, and waits for it.",
			"Such writes are counted under “written by backends”: in pg_stat_bgwriter they were buffers_backend.",
		},
	},
	{
		title: "The background writer goes ahead", settings: "buffers=64&stream=zipf&writes=60&round=8&checkpoint=0", from: 600, says: "The background writer looks at",
		text: []string{
			"The same accesses, and now the background writer has a round each eight of them. It walks ahead of the hand, as far as the green dashes, and writes what is dirty and about to be taken. It asks how many buffers the last rounds needed, and cleans about twice as many.",
			"The hand then finds clean victims. Compare the table with the step before: the writes have moved from the backends to the background writer.",
		},
	},
	{
		title: "A checkpoint, in a burst and spread out", settings: "policies=clock81,clock83&buffers=256&stream=zipf&writes=40&round=0&checkpoint=1000", from: 2170,
		text: []string{
			"Now and then every dirty page has to reach the disk, so that recovery can begin from there. Up to 8.2 a checkpoint wrote all of them at once: at access 2,000 the first pool lost all its orange corners.",
			"Since 8.3 the pages that are dirty at the start are marked, here by blue corners at the left, and written bit by bit over half the time until the next checkpoint. What is dirtied meanwhile stays orange, and is a matter for the next one.",
		},
	},
}

// tour plays each stop.
func tour() ([]page.Stop, error) {
	var list []page.Stop
	for i := range stops {
		s := &stops[i]
		played, err := s.play()
		if err != nil {
			return nil, fmt.Errorf("tour, %s: %w", s.title, err)
		}
		at := strconv.FormatInt(played.At(), 10)
		p := page.Stop{
			Number: i + 1, Title: s.title, Text: s.text, Words: played.Words(),
			Link: "#v=1&" + s.settings + "&at=" + at + "&tour=" + strconv.Itoa(i+1),
		}
		show := -1
		if s.show != "" {
			p.Link += "&show=" + s.show
			if show, err = strconv.Atoi(s.show); err != nil {
				return nil, err
			}
		}
		for _, pool := range played.Pools {
			p.Maps = append(p.Maps, poolMap(pool, show))
		}
		list = append(list, p)
	}
	return list, nil
}

// mostSteps is how far a stop looks for its words.
const mostSteps = 5000

func (s *stop) play() (*stage.Stage, error) {
	config, problems := stage.Parse(strings.ReplaceAll(s.settings, "&", "\n"))
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s", strings.Join(problems, "; "))
	}
	played, err := playStage(config, s.from)
	if err != nil {
		return nil, err
	}
	for range mostSteps {
		if strings.Contains(played.Pools[s.pool].Words(), s.says) {
			return played, nil
		}
		played.Play(1)
	}
	return nil, fmt.Errorf("no access from %d on says %q", s.from, s.says)
}
