package link

import (
	"strings"
	"testing"

	"clocksweep/core/scenario"
)

func change(key, value string) scenario.Change {
	run, name, _ := scenario.SplitKey(key)
	return scenario.Change{Run: run, Name: name, Value: value}
}

func TestTitleAndDescription(t *testing.T) {
	const title, about = "The shared buffers challenge · Clocksweep", "Nearly eight times the throughput."
	list := []scenario.Change{change("32MB.shared_buffers", "64MB"), change("filesystem", "ext4"), change("seed", "7"), change("script", strings.Repeat("läng ", 20))}
	for _, c := range []struct {
		changes            []scenario.Change
		title, description string
	}{
		{nil, title, about},
		{list[:1], "shared_buffers = 64MB for 32MB · " + title, "With shared_buffers = 64MB for 32MB. " + about},
		{list[:2], "shared_buffers = 64MB for 32MB and filesystem = ext4 · " + title, "With shared_buffers = 64MB for 32MB and filesystem = ext4. " + about},
		{list, "shared_buffers = 64MB for 32MB, filesystem = ext4 and 2 more · " + title,
			"With shared_buffers = 64MB for 32MB, filesystem = ext4, seed = 7 and script = läng läng läng läng läng läng län…. " + about},
	} {
		if got := Title(title, c.changes); got != c.title {
			t.Errorf("title of %d changes: %s", len(c.changes), got)
		}
		if got := Description(about, c.changes); got != c.description {
			t.Errorf("description of %d changes:\n%s", len(c.changes), got)
		}
	}
}
