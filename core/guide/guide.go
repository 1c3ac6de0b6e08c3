package guide

import (
	"embed"

	"clocksweep/core/experiment"
)

//go:embed */scenario.conf */variants.csv */chapter.md
var folders embed.FS

// order are the folders of the chapters, from the pool down to the disk.
var order = []string{
	"guide-pool", "guide-bgwriter", "guide-checkpoint", "guide-wal",
	"guide-page-cache", "guide-file-systems", "guide-disks", "guide-locks",
}

// Chapter is one chapter. Its text is the experiment's Story, in Markdown.
type Chapter struct {
	*experiment.Experiment
	Number  int    // from 1
	Picture string // id of the picture to look at first, as in package charts
}

// Chapters returns the chapters in their order.
func Chapters() []*Chapter {
	var all []*Chapter
	for i, slug := range order {
		c, err := load(slug)
		if err != nil {
			panic(err) // the folder is part of the program, and tests load it
		}
		c.Number = i + 1
		all = append(all, c)
	}
	return all
}

// BySlug returns the experiment with that name: one of the gallery, or that of a
// chapter.
func BySlug(slug string) (*experiment.Experiment, bool) {
	for _, name := range order {
		if name == slug {
			c, err := load(slug)
			if err != nil {
				panic(err)
			}
			return c.Experiment, true
		}
	}
	return experiment.BySlug(slug)
}

func load(slug string) (*Chapter, error) {
	var texts [3]string
	for i, name := range []string{"scenario.conf", "variants.csv", "chapter.md"} {
		text, err := folders.ReadFile(slug + "/" + name)
		if err != nil {
			return nil, err
		}
		texts[i] = string(text)
	}
	e, err := experiment.New(slug, texts[0], texts[1])
	if err != nil {
		return nil, err
	}
	c := &Chapter{Experiment: e}
	e.Story, err = experiment.ReadHead(slug+"/chapter.md", texts[2], []experiment.Field{
		{Name: "title", To: &e.Title}, {Name: "question", To: &e.Question}, {Name: "claim", To: &e.Claim}, {Name: "picture", To: &c.Picture}})
	return c, err
}
