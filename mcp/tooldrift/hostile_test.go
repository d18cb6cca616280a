package tooldrift

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func deepTool(levels int, leaf string) string {
	return `[{"name":"a","inputSchema":` + strings.Repeat(`{"properties":{"a":`, levels) + `{"description":"` + leaf + `"}` + strings.Repeat(`}}`, levels) + `}]`
}

func TestScratchDeep(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	s := time.Now()
	r := Classify(parsed(t, deepTool(1000, long)), parsed(t, deepTool(1000, long+"y")))
	out, _ := json.Marshal(r)
	t.Log(time.Since(s), len(out))
	t.Log(r.Kind, len(r.Reasons))
}

func TestScratchLong(t *testing.T) {
	name := strings.Repeat("n", 100_000)
	tool := func(pre string) string {
		var req []string
		for i := range 1000 {
			req = append(req, `"`+pre+string(rune('a'+i%26))+strings.Repeat("z", i/26)+`"`)
		}
		return `[{"name":"` + name + `","inputSchema":{"required":[` + strings.Join(req, ",") + `]}}]`
	}
	s := time.Now()
	r := Classify(parsed(t, tool("p")), parsed(t, tool("q")))
	out, _ := json.Marshal(r)
	t.Log(time.Since(s), len(out))
}
