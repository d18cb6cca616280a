package engine

import (
	"reflect"
	"slices"
	"testing"
)

// TestAnotherNamespaceBeside checks that a search finds memories of its namespace and of the additional one only, that filters apply to both, and that a cursor belongs to both.
func TestAnotherNamespaceBeside(t *testing.T) {
	e := open(t, t.TempDir())
	for _, n := range []Note{
		{Content: "The api listens on port 8080", Namespace: "api", Tags: []string{"net"}}, {Content: "Ports below 1024 need rights", Tags: []string{"net"}},
		{Content: "The web server listens on port 3000", Namespace: "web"}, {Content: "Tea is at four"},
	} {
		if _, err := e.Remember(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		q    Question
		want []string // namespaces of the hits, sorted
	}{
		{Question{Namespace: "api", Beside: "default"}, []string{"api", "default", "default"}},
		{Question{Namespace: "api", Beside: "default", Tags: []string{"net"}}, []string{"api", "default"}},
		{Question{Namespace: "api", Beside: "api"}, []string{"api"}},
		{Question{Namespace: "empty", Beside: "default"}, []string{"default", "default"}},
		{Question{Namespace: "api", Beside: "empty"}, []string{"api"}},
		{Question{Namespace: "*", Beside: "default"}, []string{"api", "default", "default", "web"}},
		{Question{Namespace: "api"}, []string{"api"}},
	} {
		c.q.Text = "which port?"
		found, err := e.Recall(t.Context(), c.q)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range found.Hits {
			got = append(got, h.Memory.Namespace)
		}
		if slices.Sort(got); !slices.Equal(got, c.want) || found.Scanned != len(c.want) {
			t.Errorf("%s beside %s: hits of %v among %d, want %v", c.q.Namespace, c.q.Beside, got, found.Scanned, c.want)
		}
	}
	q := Question{Text: "which port?", Namespace: "api", Beside: "default", TopK: 1}
	first, err := e.Recall(t.Context(), q)
	if err != nil || first.Next == "" {
		t.Fatalf("%+v, %v", first, err)
	}
	q.Cursor = first.Next
	if _, err := e.Recall(t.Context(), q); err != nil {
		t.Error(err)
	}
	q.Beside = ""
	if _, err := e.Recall(t.Context(), q); err == nil {
		t.Error("a cursor of two namespaces is taken for one")
	}
	nothing, err := e.Recall(t.Context(), Question{Text: "x", Namespace: "empty", Beside: "default", Tags: []string{"nett"}})
	if err != nil || len(nothing.Unknown) != 1 || !reflect.DeepEqual(nothing.Unknown[0], Unknown{Kind: "tag", Name: "nett", Nearest: "net"}) {
		t.Errorf("%+v, %v", nothing, err)
	}
}

// TestAnEmptyProjectIsNamed checks that the answer names the project's namespace if neither that nor the additional one has memories.
func TestAnEmptyProjectIsNamed(t *testing.T) {
	e := open(t, t.TempDir())
	if _, err := e.Remember(t.Context(), Note{Content: "The web server listens on port 3000", Namespace: "projA"}); err != nil {
		t.Fatal(err)
	}
	found, err := e.Recall(t.Context(), Question{Text: "which port?", Namespace: "projB", Beside: DefaultNamespace})
	if err != nil {
		t.Fatal(err)
	}
	if want := []Unknown{{Kind: "namespace", Name: "projB", Nearest: "projA"}}; !reflect.DeepEqual(found.Unknown, want) {
		t.Errorf("%v, want %v", found.Unknown, want)
	}
}

// TestLettersOfFullWidthAreRead checks that they equal the plain letters, also in a question, and do not count as an unread language.
func TestLettersOfFullWidthAreRead(t *testing.T) {
	e := open(t, t.TempDir())
	for _, text := range []string{"The disk of db-01 is full", "Tea is at four"} {
		if _, err := e.Remember(t.Context(), Note{Content: text}); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"ｄｂ－０１", "ｄｉｓｋ ｏｆ ｄｂ－０１"} {
		found, err := e.Recall(t.Context(), Question{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if found.Unread || len(found.Hits) == 0 || found.Hits[0].Memory.Content != "The disk of db-01 is full" {
			t.Errorf("%s: unread %v, %d hits", text, found.Unread, len(found.Hits))
		}
	}
}
