package diagnose

import "testing"

func TestSingularAndPlural(t *testing.T) {
	for _, v := range []struct{ got, want string }{
		{Plural(0, "page", "pages"), "0 pages"},
		{Plural(1, "page", "pages"), "1 page"},
		{Plural(12345, "page", "pages"), "12,345 pages"},
		{often(1), "once"},
		{often(1000), "1,000 times"},
		{ofCheckpoints(1, 1, "was", "were"), "the only checkpoint was"},
		{ofCheckpoints(1, 3, "was", "were"), "1 of 3 checkpoints was"},
		{ofCheckpoints(2, 3, "was", "were"), "2 of 3 checkpoints were"},
		{capital("the only one"), "The only one"},
	} {
		if v.got != v.want {
			t.Errorf("%q, want %q", v.got, v.want)
		}
	}
}
