package replay_test

import "testing"

// TestAppendAccesses makes traces of the short recordings.
func TestAppendAccesses(t *testing.T) {
	want := []string{
		"relation,block,access,process\nrelation 1,0,read,2\nrelation 1,0,write,2\n",
		"relation,block,access,process\nrelation 1,0,write,2\nrelation 1,1,extend,2\n",
	}
	for i, s := range samples {
		set, err := read(s.version, s.trace, s.snaps)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(set.AppendAccesses(nil)); got != want[i] {
			t.Errorf("%s: got\n%s\nwant\n%s", s.version, got, want[i])
		}
	}
}
