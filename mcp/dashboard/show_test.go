package dashboard

import (
	"context"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/engine/ties"
	"asterism/mcp/tools"

	"github.com/google/uuid"
)

// surveying is a mock of the page's views.
type surveying struct {
	asked any
	days  map[int64]int
}

var one = ties.Brief{ID: uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057"), Namespace: "n", Text: "<b>", Time: time.Unix(0, 0)}

func (s *surveying) Around(_ context.Context, id store.ID, k int) (*engine.Around, engine.Tally, error) {
	s.asked = k
	return &engine.Around{Links: []ties.Link{{Kind: "given", From: true, Weight: 1, Other: one}}, More: 2, Nearest: []ties.Near{{Similarity: .123456, Other: one}}}, engine.Tally{Questions: 2, Outcomes: 2.5, Useful: .75}, nil
}

func (s *surveying) Map(_ context.Context, q engine.MapQuestion) (*engine.Map, error) {
	s.asked = q
	return &engine.Map{Nodes: []ties.Node{{Brief: one, Tags: []string{"t"}}}, Joins: []ties.Join{{Kind: "near", Weight: .5}}, Outside: 1, More: true}, nil
}

func (s *surveying) Days(_ context.Context, q engine.ListQuestion) (map[int64]int, error) {
	s.asked = q
	return s.days, nil
}

func (s *surveying) Strays(_ context.Context, namespace string, n int) ([]engine.Stray, int, error) {
	s.asked = n
	return []engine.Stray{{Memory: &store.Memory{ID: one.ID, Content: "off"}, Theta: .25}}, 7, nil
}

// replacing is a mock engine in which one memory has replaced every other.
type replacing struct{ tools.Reader }

func (replacing) Chain(context.Context, store.ID) (*engine.Chain, error) {
	return &engine.Chain{SupersededBy: []engine.Past{{ID: one.ID}}}, nil
}

func TestViews(t *testing.T) {
	id := one.ID.String()
	for name, c := range map[string]struct {
		view, body string
		code       int
		says       string
	}{
		"around":          {"around", `{"id":"` + id + `"}`, 200, `"useful":0.75`},
		"links":           {"around", `{"id":"` + id + `","nearest":20}`, 200, `"from":true`},
		"no id":           {"around", `{}`, 400, "id"},
		"too near":        {"around", `{"id":"` + id + `","nearest":21}`, 400, "nearest"},
		"map":             {"map", `{"namespace":"n","tags":["t"],"nodes":2000,"kin":8,"after":"2026-01-01"}`, 200, `"outside":1`},
		"too many":        {"map", `{"nodes":2001}`, 400, "2000"},
		"too much kin":    {"map", `{"kin":9}`, 400, "kin"},
		"days":            {"days", `{"namespace":"*"}`, 200, `"1970-01-03"`},
		"days by a limit": {"days", `{"limit":1}`, 400, "unknown argument"},
		"strays":          {"strays", `{"most":100}`, 200, `"measured":7`},
		"replaced":        {"strays", `{}`, 200, `"superseded_by":["` + id + `"],"not_current":true`},
		"days of a zone":  {"days", `{"zone":"Asia/Tokyo"}`, 200, `"zone":"Asia/Tokyo"`},
		"no such zone":    {"days", `{"zone":"Nowhere/At All"}`, 200, `"zone":"UTC"`},
		"too many stray":  {"strays", `{"most":101}`, 400, "most"},
		"a long name":     {"strays", `{"namespace":"` + strings.Repeat("n", 300) + `"}`, 400, "namespace"},
		"another view":    {"all", `{}`, 400, "no view"},
		"a list":          {"days", `[]`, 400, "JSON object"},
	} {
		o := options(nil, nil, nil)
		s := &surveying{days: map[int64]int{2: 3}}
		o.Engine = func(context.Context) (*tools.Engine, error) {
			return &tools.Engine{Surveyor: s, Reader: replacing{}}, nil
		}
		code, body := raw(t, Data(o), "POST", "/dashboard/data/show/"+c.view, c.body)
		if code != c.code || !strings.Contains(body, c.says) || (code == 200) != (s.asked != nil) {
			t.Errorf("%s: %d %s, want %d and %q", name, code, body, c.code, c.says)
		}
	}
}

func TestDaysBecomeMonthsAndYears(t *testing.T) {
	made := func(n, step int) map[int64]int {
		out := map[int64]int{}
		for i := range n {
			out[int64(i*step-1000)] = 2
		}
		return out
	}
	for _, c := range []struct {
		n, step int
		unit    string
		bins    int
	}{{0, 1, "day", 0}, {1, 1, "day", 1}, {mostBins, 1, "day", mostBins}, {mostBins + 1, 1, "month", 50}, {3000, 31, "year", 255}} {
		d := daysFrom(made(c.n, c.step))
		if d.Unit != c.unit || len(d.Bins) != c.bins || d.Memories != 2*c.n {
			t.Errorf("%+v: %s, %d bins, %d memories", c, d.Unit, len(d.Bins), d.Memories)
		}
		sum := 0
		for i, b := range d.Bins {
			sum += b.Memories
			if b.From >= b.Before || i > 0 && d.Bins[i-1].Before > b.From {
				t.Fatalf("bin %+v behind %+v", b, d.Bins[i-1])
			}
		}
		if sum != d.Memories {
			t.Errorf("%+v: %d in bins, %d in all", c, sum, d.Memories)
		}
	}
}
