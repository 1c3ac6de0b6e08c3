package generate

import (
	"strconv"

	"clocksweep/core/report"
	"clocksweep/core/stage"
	"clocksweep/site/page"
)

// home makes the first page.
func (b *builder) home(all []verified) (*page.Home, error) {
	h := &page.Home{Frame: b.frame("Clocksweep: a lab for PostgreSQL’s buffers",
		"An in-browser lab for PostgreSQL’s buffer manager, background writer and checkpointer: experiments of mailing-list threads on a simulated machine.", "./")}
	var err error
	if h.Live, err = live(); err != nil {
		return nil, err
	}
	h.Gallery, err = b.gallery(all)
	return h, err
}

// The pool of the home page: of a size whose cells can be told apart on a phone, and
// at a moment when the hand has gone round and a checkpoint is under way.
const (
	liveBuffers = 512
	liveStream  = "tpcb"
	liveAt      = 9400
)

// live plays the pool of the home page to its first picture.
func live() (page.Live, error) {
	c := stage.Default()
	c.Buffers, c.Stream = liveBuffers, liveStream
	s, err := playStage(c, liveAt)
	if err != nil {
		return page.Live{}, err
	}
	p := s.Pools[0]
	m := poolMap(p, -1)
	return page.Live{
		Stage:   "v=1&policies=" + c.Policies[0] + "&buffers=" + strconv.Itoa(liveBuffers) + "&stream=" + liveStream,
		Buffers: strconv.Itoa(liveBuffers), At: strconv.Itoa(liveAt), Accesses: report.Thousands(liveAt), Ratio: m.Ratio, Picture: m.Picture,
		Alt: "Map of " + strconv.Itoa(liveBuffers) + " buffers, a cell each: the stronger a cell, the higher its usage count; a mark is a dirty page, the line the clock hand.",
	}, nil
}
