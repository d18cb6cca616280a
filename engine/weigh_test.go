package engine

import (
	"context"
	"slices"
	"testing"
)

// TestWordsOfTheStoreAreNotCorrected checks that a word of a memory in the searched namespace is not corrected, and that a word of no memory still is.
func TestWordsOfTheStoreAreNotCorrected(t *testing.T) {
	e := open(t, "")
	meant := func(q Question) []string {
		t.Helper()
		f, err := e.Recall(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		return f.Meant
	}
	words := []string{"wyatt", "seattle", "kelly", "authentification", "certifcate"}
	before := map[string][]string{}
	for _, w := range words {
		if before[w] = meant(Question{Text: w + " of the office"}); len(before[w]) == 0 {
			t.Logf("%s is not corrected in an empty store", w)
		}
	}
	if len(before["certifcate"]) == 0 || len(before["seattle"])+len(before["wyatt"])+len(before["kelly"]) == 0 {
		t.Fatalf("an empty store corrects %v", before)
	}
	stored := remember(t, e,
		Note{Content: "The tokio runtime was replaced", Rationale: "r"},
		Note{Content: "Seattle office: Wyatt and KELLY moved in; certificate renewed", Rationale: "r"},
		Note{Content: "La certifcate, as the label says", Rationale: "r", Namespace: "elsewhere"},
	)
	for _, c := range []struct {
		q    Question
		want []string
	}{
		{Question{Text: "wyatt of the office"}, nil},
		{Question{Text: "seattle of the office"}, nil},
		{Question{Text: "kelly of the office"}, nil},
		{Question{Text: "tokio of the office"}, nil},
		{Question{Text: "certifcate of the office"}, before["certifcate"]},
		{Question{Text: "authentification of the office"}, before["authentification"]},
		{Question{Text: "certifcate of the office", Namespace: "elsewhere"}, nil},
		{Question{Text: "certifcate of the office", Namespace: "*"}, nil},
		{Question{Text: "wyatt of the office", Namespace: "elsewhere"}, before["wyatt"]},
	} {
		if got := meant(c.q); !slices.Equal(got, c.want) {
			t.Errorf("%q in %q meant %q, want %q", c.q.Text, c.q.Namespace, got, c.want)
		}
	}
	if _, err := e.Forget(context.Background(), stored[1].ID, false); err != nil {
		t.Fatal(err)
	}
	if got := meant(Question{Text: "wyatt of the office"}); !slices.Equal(got, before["wyatt"]) {
		t.Errorf("wyatt meant %q once no memory says it, want %q", got, before["wyatt"])
	}
}
