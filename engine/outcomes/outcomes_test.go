package outcomes

import (
	"math"
	"slices"
	"strings"
	"testing"

	"asterism/engine/metautl"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

func TestExpectations(t *testing.T) {
	var x Expectations
	surprise := func(v float64) (out [models.Count]float64) {
		for s := range out {
			out[s] = math.NaN()
		}
		out[models.Semantic], out[models.TemporalRecent] = v, v
		return out
	}
	key := Key{Namespace: "a", Session: "b"}
	if got := x.Compare(key, surprise(.2)); len(got) != 0 {
		t.Errorf("expected %v at first", got)
	}
	want := .2
	for i, v := range []float64{.4, .9, .1} {
		got := x.Compare(key, surprise(v))
		if len(got) != 1 || got[0].Space != models.Semantic || math.Abs(got[0].Predicted-want) > 1e-12 || got[0].Actual != v {
			t.Errorf("memory %d: %v, want %v", i, got, want)
		}
		want += (v - want) / float64(i+2)
	}
	for i := range MaxSessions {
		x.Compare(Key{Namespace: "other", Session: string(rune('a' + i))}, surprise(.5))
	}
	if got := x.Compare(key, surprise(.2)); len(got) != 0 || len(x.of) != MaxSessions || len(x.order) != MaxSessions {
		t.Errorf("%d sessions are kept, and expected %v of one that was let go", len(x.of), got)
	}
}

// TestAnswersAreBounded: the oldest answers are dropped.
func TestAnswersAreBounded(t *testing.T) {
	var a Answers
	memory := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	var first store.ID
	for i := range maxAnswers + 1 {
		id, err := a.Keep(&Given{Hits: []Hit{{Memory: memory}}})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = id
		}
	}
	if _, err := a.Tell(first, memory, 1); err == nil || len(a.of) != maxAnswers {
		t.Errorf("%d answers are kept", len(a.of))
	}
}

func TestTagged(t *testing.T) {
	for _, c := range []struct {
		tags   []string
		domain string
		want   []string
		says   string
	}{
		{[]string{"a"}, "", []string{"a"}, ""},
		{[]string{"a"}, "legal", []string{"a", "domain:legal"}, ""},
		{[]string{"domain:legal"}, "legal", []string{"domain:legal"}, ""},
		{[]string{"domain:code"}, "legal", nil, "two domains"},
		{nil, "law", nil, "Invalid domain 'law'"},
	} {
		got, err := Tagged(c.tags, c.domain)
		if !slices.Equal(got, c.want) || (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, domain %q: %v, %v; want %v", c.tags, c.domain, got, err, c.want)
		}
	}
}

func TestDomainOf(t *testing.T) {
	for _, c := range []struct {
		want     metautl.Domain
		modality string
		tags     []string
	}{
		{"", "text", nil},
		{"", "text", []string{"legal", "domain:cooking", "a domain:legal"}},
		{"legal", "text", []string{"draft", "domain:legal", "domain:medical"}},
		{"code", "code", nil},
		{"medical", "code", []string{"domain:medical"}},
	} {
		if got := DomainOf(&store.Memory{Modality: c.modality, Tags: c.tags}); got != c.want {
			t.Errorf("%s with tags %v is of domain %q, want %q", c.modality, c.tags, got, c.want)
		}
	}
}
