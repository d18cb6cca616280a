package engine

import (
	"reflect"
	"slices"
	"testing"
)

// TestNamespacesAndTagsAreCounted checks that live memories count, that the largest come first, and that names without any are not listed.
func TestNamespacesAndTagsAreCounted(t *testing.T) {
	e := open(t, t.TempDir())
	for _, n := range []Note{
		{Content: "one", Namespace: "work", Tags: []string{"red", "blue"}}, {Content: "two", Namespace: "work", Tags: []string{"red"}},
		{Content: "three", Tags: []string{"green", "red"}}, {Content: "four", Namespace: "gone", Tags: []string{"grey"}},
	} {
		r, err := e.Remember(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if n.Namespace == "gone" {
			if _, err := e.Forget(t.Context(), r.ID, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, err := e.Namespaces(t.Context()); err != nil || !slices.Equal(got, []Label{{"work", 2}, {"default", 1}}) {
		t.Errorf("namespaces %v %v", got, err)
	}
	for namespace, want := range map[string][]Label{
		"":     {{"green", 1}, {"red", 1}},
		"work": {{"red", 2}, {"blue", 1}},
		"*":    {{"red", 3}, {"blue", 1}, {"green", 1}},
		"gone": {}, "none": {},
	} {
		if got, err := e.Tags(t.Context(), namespace); err != nil || !slices.Equal(got, want) {
			t.Errorf("tags of %q: %v %v, want %v", namespace, got, err, want)
		}
	}
	if _, err := e.Tags(t.Context(), "\x00"); err == nil {
		t.Error("a namespace that cannot be was taken")
	}

	all := []Label{{"work", 2}, {"default", 1}}
	for _, c := range []struct {
		namespace string
		tags      []string
		want      []Unknown
	}{
		{"wrok", nil, []Unknown{{Kind: "namespace", Name: "wrok", Nearest: "work"}}},
		{"elsewhere", []string{"red"}, []Unknown{{Kind: "namespace", Name: "elsewhere", Elsewhere: all}}},
		{"gone", nil, []Unknown{{Kind: "namespace", Name: "gone", Elsewhere: all}}},
		{"work", []string{"rde", "red"}, []Unknown{{Kind: "tag", Name: "rde", Nearest: "red"}}},
		{"work", []string{"green"}, []Unknown{{Kind: "tag", Name: "green", Nearest: ""}}},
		{"*", []string{"grene", "purple"}, []Unknown{{Kind: "tag", Name: "grene", Nearest: "green"}, {Kind: "tag", Name: "purple", Nearest: ""}}},
		{"", []string{"green", "red"}, nil},
	} {
		found, err := e.Recall(t.Context(), Question{Text: "one", Namespace: c.namespace, Tags: c.tags})
		if err != nil || !reflect.DeepEqual(found.Unknown, c.want) || len(c.want) > 0 && len(found.Hits) > 0 {
			t.Errorf("search in %q for %v: %v %v, want %v", c.namespace, c.tags, found.Unknown, err, c.want)
		}
		page, err := e.List(t.Context(), ListQuestion{Namespace: c.namespace, Tags: c.tags})
		if err != nil || !reflect.DeepEqual(page.Unknown, c.want) {
			t.Errorf("list of %q with %v: %v %v, want %v", c.namespace, c.tags, page.Unknown, err, c.want)
		}
	}
}

// TestAnEmptyStoreNamesNothing checks that no name is suggested.
func TestAnEmptyStoreNamesNothing(t *testing.T) {
	e := open(t, t.TempDir())
	found, err := e.Recall(t.Context(), Question{Text: "one", Namespace: "work", Tags: []string{"red"}})
	if err != nil || found.Unknown != nil {
		t.Errorf("got %v %v", found.Unknown, err)
	}
}

// TestANamespaceOfGoalsAloneIsListed: goals stay when the last memory is removed, and could not be found otherwise.
func TestANamespaceOfGoalsAloneIsListed(t *testing.T) {
	e := open(t, t.TempDir())
	rememberOne(t, e, Note{Content: "one"})
	id := rememberOne(t, e, Note{Content: "two", Namespace: "emptied"})
	setStar(t, e, "emptied", "Depots never run dry")
	if _, err := e.Forget(t.Context(), id, true); err != nil {
		t.Fatal(err)
	}
	if got, err := e.Namespaces(t.Context()); err != nil || !slices.Equal(got, []Label{{"default", 1}, {"emptied", 0}}) {
		t.Errorf("namespaces %v %v", got, err)
	}
}
