package generate

import (
	"fmt"

	"clocksweep/core/guide"
	"clocksweep/site/page"
)

// guide writes the chapters of the guide, which have pages like those of experiments,
// and the page that lists them.
func (b *builder) guide(chapters []*played) error {
	g := &page.Guide{Frame: b.frame("How it works · Clocksweep",
		"From PostgreSQL’s buffer pool down to the disk: eight chapters, each with a question, a live experiment, an explanation and exercises.", "../")}
	for _, p := range chapters {
		if err := b.experimentFiles(p); err != nil {
			return fmt.Errorf("%s: %w", p.Slug, err)
		}
		e := p.page
		if e.Lead == nil {
			return fmt.Errorf("%s: there is no picture %q", p.Slug, p.chapter.Picture)
		}
		g.Chapters = append(g.Chapters, page.ChapterCard{
			URL: "../x/" + p.Slug + "/index.html", Title: p.Title, Question: p.Question, Claim: p.Claim,
			Picture: e.Lead.Narrow, Caption: e.Lead.Caption,
		})
	}
	return b.html("guide/index.html", g)
}

// chapterOf tells the place of a chapter among the others.
func chapterOf(c *guide.Chapter) *page.Chapter {
	all := guide.Chapters()
	link := func(number int) *page.Link {
		if number < 1 || number > len(all) {
			return nil
		}
		other := all[number-1]
		return &page.Link{URL: "../" + other.Slug + "/index.html", Text: other.Title}
	}
	return &page.Chapter{Number: c.Number, Previous: link(c.Number - 1), Next: link(c.Number + 1)}
}
