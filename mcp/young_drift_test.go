package mcp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/drift"
)

// TestDriftOfAYoungStoreIsNotJudged stores memories one by one. Until there are enough, the answer says how many are needed and gives no advice. From then on it shows those that
// stray, worst first.
func TestDriftOfAYoungStoreIsNotJudged(t *testing.T) {
	e := realEngine(t, engine.Config{})
	c := overStdio(t, Options{Engine: provide(e), Tools: "all"})
	if _, refused := c.call("set_north_star", map[string]any{"description": "Grow vegetables in the garden: prepare the soil, sow, water, fight pests and harvest."}); refused != nil {
		t.Fatal(refused.Message)
	}
	off := []string{"The parliament voted on the pension reform after eleven hours of debate.", "The telescope found a planet in the habitable zone of a red dwarf star.",
		"Quarterly revenue fell by three percent because of weaker demand in Asia."}
	on := []string{"The tomato seedlings went into the raised bed after the last frost, with compost under each plant.", "Slugs ate half of the lettuce overnight; beer traps along the bed caught most of them.",
		"The carrots need thinning to five centimetres, or the roots grow around each other.", "Watering in the morning keeps the leaves of the cucumbers dry and the mildew away.",
		"We harvested four kilos of beans from the row along the fence and froze half of them.", "The soil test of the vegetable garden shows too little nitrogen; sow clover in autumn.",
		"Kale and leeks stay in the bed over winter and can be harvested in the snow.", "Aphids on the broad beans went away after the tips of the plants were pinched out.",
		"Sow spinach in the garden bed in March, in rows a hand apart.", "Water the garden beds in the evening while it is hot."}
	var strays []string
	for n, text := range append(slices.Clone(off), on...) {
		body, refused := c.call("store_memory", map[string]any{"content": text, "rationale": "note"})
		if refused != nil {
			t.Fatal(refused.Message)
		}
		id := body["fingerprintId"].(string)
		if n < len(off) {
			strays = append(strays, id)
		}
		drifted, refused := c.call("get_alignment_drift", map[string]any{})
		if refused != nil {
			t.Fatal(refused.Message)
		}
		validate(t, toolNamed(t, "get_alignment_drift"), drifted)
		overall, few := drifted["overall"].(map[string]any), drifted["too_few"]
		if n+1 < drift.LeastJudged {
			few, _ := few.(map[string]any)
			if overall["level"] != "Unknown" || overall["has_drifted"] != false || few["memories"] != float64(n+1) || few["needed"] != float64(drift.LeastJudged) || len(drifted["recommendations"].([]any)) > 0 || drifted["strays"] != nil {
				t.Errorf("of %d memories: %v, %v, advice %v, strays %v", n+1, overall, few, drifted["recommendations"], drifted["strays"])
			}
			continue
		}
		if few != nil || overall["level"] == "Unknown" {
			t.Errorf("of %d memories: %v, %v", n+1, overall, few)
		}
		var got []string
		last := 0.
		for _, s := range drifted["strays"].([]any) {
			s := s.(map[string]any)
			got = append(got, s["id"].(string))
			if s["similarity"].(float64) < last || s["below_mean"].(float64) <= 0 || s["snippet"] == "" {
				t.Errorf("of %d memories: stray %v after one of %v", n+1, s, last)
			}
			last = s["similarity"].(float64)
		}
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(strays)); !slices.Equal(got, want) {
			t.Errorf("of %d memories %v stray, want %v", n+1, got, want)
		}
	}
	named, refused := c.call("get_alignment_drift", map[string]any{"memory_ids": strays})
	if refused != nil || named["too_few"] != nil || named["overall"].(map[string]any)["level"] == "Unknown" {
		t.Errorf("memories that are named are not judged: %v %v", named, refused)
	}
}

// TestAYoungStoreThatIsNotRead: for a few memories in a language that the models cannot read, no similarity is reported.
func TestAYoungStoreThatIsNotRead(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	if _, refused := c.call("set_north_star", map[string]any{"description": "Teach the robot to open doors", "namespace": "young"}); refused != nil {
		t.Fatal(refused.Message)
	}
	for n := range 3 {
		storeTexts(t, c, "young", fmt.Sprintf("회의는 세 시에 시작합니다 (%d)", n))
		body, _ := c.call("get_alignment_drift", map[string]any{"namespace": "young"})
		if said, _ := at(body, "error.message").(string); !strings.Contains(said, "cannot judge drift") {
			t.Errorf("of %d memories: %v", n+1, body)
		}
	}
}

// TestAYoungStoreIsNotCalledCritical: under any goal, the first memories, which are about something else, are never called Critical and cause no advice.
func TestAYoungStoreIsNotCalledCritical(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for i, k := range []struct{ goal, text string }{
		{"Grow vegetables in the garden", "The telescope found a planet in the habitable zone of a red dwarf star."},
		{"A payment service that never charges a customer twice", "Team lunch at the Thai place."},
		{"Sail around the world", "Quarterly revenue fell by three percent because of weaker demand in Asia."},
		{"Migrate the billing database from MySQL to PostgreSQL", "Our mascot is a heron."},
		{"Make the image gallery load faster on phones", "The parliament voted on the pension reform."},
		{"Learn to play the violin", "db-01 was given 200 GB more."},
		{"Warn fruit growers of frost", "The lease of the office ends in May 2027."},
		{"Translate the handbook into German", "Slugs ate half of the lettuce overnight."},
		{"Release version 5 of the app", "The night train was late because of the snow."},
		{"Halve what the cluster costs", "My passport was stolen in Lisbon."},
	} {
		ns := "young-" + string(rune('a'+i))
		if _, refused := c.call("set_north_star", map[string]any{"description": k.goal, "namespace": ns}); refused != nil {
			t.Fatal(refused.Message)
		}
		for n := range 3 {
			storeTexts(t, c, ns, fmt.Sprintf("%s (%d)", k.text, n))
			for _, args := range []map[string]any{{"namespace": ns}, {"namespace": ns, "timeframe": "all", "include_history": true}} {
				body, words := c.said("get_alignment_drift", args)
				if at(body, "overall.level") != "Unknown" || at(body, "overall.has_drifted") != false || at(body, "too_few.needed") != float64(drift.LeastJudged) || at(body, "recommendations.#") != 0. {
					t.Errorf("%s: of %d memories level %v, too few %v, advice %v", k.goal, n+1, at(body, "overall.level"), body["too_few"], body["recommendations"])
				}
				for _, s := range body["per_embedder"].([]any) {
					if s := s.(map[string]any); s["level"] != nil && s["level"] != "Unknown" || s["similarity"] != nil && s["level"] == nil {
						t.Errorf("%s: of %d memories %v", k.goal, n+1, s)
					}
				}
				if strings.Contains(words, "Critical") || !strings.Contains(words, fmt.Sprint(drift.LeastJudged)) {
					t.Errorf("%s: of %d memories: %s", k.goal, n+1, words)
				}
			}
			told, refused := c.call("get_drift_history", map[string]any{"namespace": ns})
			if refused != nil {
				t.Fatal(refused.Message)
			}
			for _, e := range told["history"].([]any) {
				if e.(map[string]any)["too_few"] != true {
					t.Errorf("%s: an entry of %d memories does not say that they are few: %v", k.goal, n+1, e)
				}
			}
			corrected, refused := c.call("trigger_drift_correction", map[string]any{"namespace": ns, "dry_run": true})
			why, _ := corrected["why"].(string)
			if refused != nil || at(corrected, "before.too_few") != true || at(corrected, "before.level") != "Unknown" || corrected["needed"] != false || corrected["kind"] != "none" || !strings.HasPrefix(why, "too few memories to judge") {
				t.Errorf("%s: a correction by %d memories does not say that they are few: %v %v", k.goal, n+1, corrected, refused)
			}
			status, refused := c.call("get_autonomous_status", map[string]any{"namespace": ns})
			if refused != nil {
				t.Fatal(refused.Message)
			}
			for _, advice := range status["recommendations"].([]any) {
				if strings.Contains(advice.(string), "drift is ") {
					t.Errorf("%s: of %d memories status says %q", k.goal, n+1, advice)
				}
			}
		}
	}
}
