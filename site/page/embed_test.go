package page

import (
	"strings"
	"testing"
)

// TestTextOfEmbed checks that whatever comes from outside the template is text.
func TestTextOfEmbed(t *testing.T) {
	var out strings.Builder
	e := &Embed{
		Frame: Frame{Title: hostile, Description: hostile, Root: "../../"}, Slug: hostile, Question: hostile, Runs: []string{hostile},
		Lead:  &Picture{ID: hostile, Title: hostile, Caption: hostile, Table: Table{Head: []string{hostile}, Rows: [][]string{{hostile}}}},
		Strip: []Field{{Name: hostile, Help: hostile, Inputs: []Input{{ID: hostile, Setting: hostile, Value: hostile, Run: hostile}}}},
	}
	if err := e.Write(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "<script>") {
		t.Error("text became markup")
	}
	if n := strings.Count(out.String(), "alert(1)"); n < 15 {
		t.Errorf("only %d of the texts are on the page", n)
	}
}

// TestEmbedFolds checks that a few controls stand open and many wait.
func TestEmbedFolds(t *testing.T) {
	for inputs, folded := range map[int]bool{0: false, 2: false, 4: false, 5: true} {
		e := &Embed{Strip: []Field{{Name: "shared_buffers", Inputs: make([]Input, inputs)}}}
		var out strings.Builder
		if err := e.Write(&out); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), "<summary><span>Change <code>shared_buffers</code>"); got != folded {
			t.Errorf("%d controls: folded is %t, want %t", inputs, got, folded)
		}
	}
}
