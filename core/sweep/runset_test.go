package sweep

import "testing"

func TestRunSet(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "3": "3", "0-4,7": "0-4,7", "7, 0-4": "0-4,7", "1,2,3,9": "1-3,9", "0-9": "0-9", "5-5": "5",
	} {
		s, err := ReadRunSet(text, 10)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := s.String(); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"10", "-1", "3-1", "a", "1-", "0-10", "1;2", ",", "99999999999999999999"} {
		if s, err := ReadRunSet(text, 10); err == nil {
			t.Errorf("%q is read as %q", text, s)
		}
	}
	s := NewRunSet(4)
	s.Add(1)
	s.Add(2)
	if s.Len() != 2 || !s.Has(1) || s.Has(0) || s.String() != "1-2" {
		t.Errorf("the set of 1 and 2 is %q, with %d runs", s, s.Len())
	}
}

// FuzzRunSet: what is read is written so that it is read again.
func FuzzRunSet(f *testing.F) {
	f.Add("0-4,7")
	f.Add("1-2-3,,")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadRunSet(text, 50)
		if err != nil {
			return
		}
		again, err := ReadRunSet(s.String(), 50)
		if err != nil || again.String() != s.String() {
			t.Errorf("%q: %q, %v", text, s, err)
		}
	})
}
