package engine

import (
	"testing"

	"asterism/engine/contradict"
	"asterism/engine/store"
)

// TestInjectNamesWhatIsRelated checks that memories about the same thing among the nearest are named, with the relation of the new one to each; a copy has none.
func TestInjectNamesWhatIsRelated(t *testing.T) {
	e := open(t, "")
	var ids []store.ID
	for _, text := range []string{
		"The API rate limit is 100 requests per minute.",
		"The nightly backup of the warehouse database runs at two.",
		"Refunds above 500 euros need a second signature.",
		"The parcel scanner speaks Bluetooth.",
		"Feature flags are cached for a minute.",
	} {
		ids = append(ids, inject(t, e, Note{Content: text, Rationale: "told"}).ID)
	}
	for _, c := range []struct {
		text     string
		of       int
		relation Relation
	}{
		{"The API rate limit is 300 requests per minute.", 0, Updates},
		{"The nightly backup of the warehouse database does not run at two.", 1, Contradicts},
		{"Refunds above 500 euros need a second signature, and the customer gets a letter by post.", 2, Details},
		{"The parcel scanner speaks Bluetooth!", 3, ""},
		{"The ferry to the island is painted blue.", 4, ""},
	} {
		r := inject(t, e, Note{Content: c.text, Rationale: "told again"})
		switch {
		case c.relation == "" && len(r.Related) > 0:
			t.Errorf("%q: related to %+v, want none", c.text, r.Related)
		case c.relation == "":
		case len(r.Related) != 1 || r.Related[0].ID != ids[c.of] || r.Related[0].Relation != c.relation || r.Related[0].Differs == "":
			t.Errorf("%q: related to %+v, want %s that %s", c.text, r.Related, ids[c.of], c.relation)
		}
	}
}

// TestNoMoreThanThreeAreRelated also checks that contradictions come before other values.
func TestNoMoreThanThreeAreRelated(t *testing.T) {
	e := open(t, "")
	denied := inject(t, e, Note{Content: "The limit of the upload queue is not 40 files.", Rationale: "told"}).ID
	for _, text := range []string{"The limit of the upload queue is 10 files.", "The limit of the upload queue is 20 files.", "The limit of the upload queue is 30 files."} {
		inject(t, e, Note{Content: text, Rationale: "told"})
	}
	r := inject(t, e, Note{Content: "The limit of the upload queue is 40 files.", Rationale: "told"})
	if len(r.Related) != contradict.MostRelated || r.Related[0].ID != denied || r.Related[0].Relation != Contradicts || r.Related[1].Relation != Updates {
		t.Errorf("related to %+v", r.Related)
	}
}
