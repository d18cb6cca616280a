package mcp

import (
	"testing"

	"asterism/engine"
)

// TestADecidedLinkIsTold: get_memory shows a link that a person made. A forgotten memory is marked there and in get_links.
func TestADecidedLinkIsTold(t *testing.T) {
	must := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"}).must
	var ids []any
	for _, text := range []string{"The gateway runs Envoy.", "Coffee beans are ordered every second week."} {
		ids = append(ids, must("store_memory", map[string]any{"content": text, "rationale": "note"})["fingerprintId"])
	}
	link := func(tool string, args map[string]any) map[string]any {
		list, _ := must(tool, args)["links"].([]any)
		if len(list) != 1 {
			t.Fatalf("%s tells %v", tool, list)
		}
		return list[0].(map[string]any)
	}
	must("decide_link", map[string]any{"a": ids[0], "b": ids[1], "decision": "link"})
	asked := map[string]any{"id": ids[0], "include_links": true}
	if l := link("get_memory", asked); l["kind"] != "accepted" || l["other"] != ids[1] || l["forgotten"] != nil {
		t.Errorf("%v", l)
	}
	must("forget_memory", map[string]any{"id": ids[1]})
	for tool, args := range map[string]map[string]any{"get_memory": asked, "get_links": {"id": ids[0]}} {
		if l := link(tool, args); l["forgotten"] != true {
			t.Errorf("%s does not mark what is forgotten: %v", tool, l)
		}
	}
}

// TestWhatBelongsByLinksIsTold: two memories with links to the same third one belong together. get_links says so in its fields and in words.
func TestWhatBelongsByLinksIsTold(t *testing.T) {
	must := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"}).must
	ids := map[string]any{}
	for _, text := range []string{"The disk of db-07 filled up on Monday.", "Log rotation on db-07 was off since the upgrade.", "Imports are paused while a database has less than 5 GB.", "The canteen serves soup at noon."} {
		ids[text] = must("store_memory", map[string]any{"content": text, "rationale": "note"})["fingerprintId"]
	}
	disk, rotation, imports := ids["The disk of db-07 filled up on Monday."], ids["Log rotation on db-07 was off since the upgrade."], ids["Imports are paused while a database has less than 5 GB."]
	if body := must("get_links", map[string]any{"id": rotation}); body["belongs_with"] != nil {
		t.Errorf("without links: %v", body["belongs_with"])
	}
	must("decide_link", map[string]any{"a": disk, "b": rotation, "decision": "link"})
	must("decide_link", map[string]any{"a": disk, "b": imports, "decision": "link"})
	told, _ := must("get_links", map[string]any{"id": rotation})["belongs_with"].([]any)
	if len(told) == 0 || told[0].(map[string]any)["other"] != imports {
		t.Errorf("with the rotation belong %v, want the imports first", told)
	}
	for _, one := range told {
		if other := one.(map[string]any)["other"]; other == disk || other == rotation {
			t.Errorf("what is linked, or the memory itself, is told: %v", told)
		}
	}
	german := map[string]any{}
	for _, text := range []string{"Die Heizung im Keller ist seit gestern nicht mehr warm.", "Der Techniker kommt am Dienstag.", "Im Garten blühen die Rosen.", "Die Katze schläft auf dem Sofa.", "Die Suppe schmeckt nach Knoblauch."} {
		german[text] = must("store_memory", map[string]any{"content": text, "rationale": "note", "namespace": "de"})["fingerprintId"]
	}
	must("decide_link", map[string]any{"a": german["Die Heizung im Keller ist seit gestern nicht mehr warm."], "b": german["Der Techniker kommt am Dienstag."], "decision": "link"})
	if body := must("get_links", map[string]any{"id": german["Die Heizung im Keller ist seit gestern nicht mehr warm."]}); body["belongs_with"] != nil {
		t.Errorf("German texts that have nothing to do with each other belong together: %v", body["belongs_with"])
	}
}

// must returns the answer of a call that must succeed.
func (s *speaker) must(tool string, args map[string]any) map[string]any {
	s.t.Helper()
	body, refused := s.call(tool, args)
	if refused != nil || body["error"] != nil {
		s.t.Fatal(tool, refused, body)
	}
	return body
}
