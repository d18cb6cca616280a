package modelscmd

import (
	"strings"
	"testing"
)

func TestAdvice(t *testing.T) {
	for _, c := range []struct {
		ratio     float64
		int8, all int
		advice    string // "": none
	}{
		{2.5, 0, 9, "--precision int8"},
		{2.5, 3, 9, "--precision int8"},
		{2.5, 9, 9, ""},
		{0.5, 9, 9, "--precision f32"},
		{0.5, 0, 9, ""},
		{1.05, 0, 9, ""},
		{0.95, 9, 9, ""},
	} {
		said := adviceWords(c.ratio, c.int8, c.all)
		if strings.Contains(said, "--precision") != (c.advice != "") || !strings.Contains(said, c.advice) || !strings.Contains(said, "products take ") {
			t.Errorf("%v times as fast, %d of %d in int8: %q", c.ratio, c.int8, c.all, said)
		}
	}
	if said := adviceWords(2, 0, 1); !strings.Contains(said, "take 0.50 of the time") {
		t.Errorf("twice as fast is %q", said)
	}
}
