package engine

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"reflect"
	"slices"
	"strings"
	"testing"

	"asterism/engine/embedder"
	"asterism/engine/search"
	"asterism/models"
)

// TestWrongCursorsAreRefused checks that they are never taken for the first page.
func TestWrongCursorsAreRefused(t *testing.T) {
	e, _ := withClock(t)
	good := Question{Text: "what was decided about the database in February 2026?", TopK: 2}
	named := recall(t, e, good)
	if named.After.IsZero() || named.Next == "" {
		t.Fatalf("named %v, next %q", named.After, named.Next)
	}
	list, err := e.List(context.Background(), ListQuestion{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	other, _ := withClock(t)
	elsewhere := recall(t, other, good).Next
	good.Cursor = named.Next
	recall(t, e, good)
	for name, c := range map[string]struct {
		change func(*Question)
		says   string
	}{
		"text":          {func(q *Question) { q.Text += " " }, "another question"},
		"profile":       {func(q *Question) { q.Profile = "balanced" }, "another question"},
		"namespace":     {func(q *Question) { q.Namespace = "*" }, "another question"},
		"after":         {func(q *Question) { q.After = day("2026-02-01") }, "other time bounds"},
		"before":        {func(q *Question) { q.Before = named.Before }, "other time bounds"},
		"store":         {func(q *Question) { q.Cursor = elsewhere }, "another store"},
		"list":          {func(q *Question) { q.Cursor = list.Next }, "of a list"},
		"garbage":       {func(q *Question) { q.Cursor = "next please" }, "not one that a search returned"},
		"other letters": {func(q *Question) { q.Cursor = strings.Repeat("A", len(q.Cursor)) }, "not one that a search returned"},
		"truncated":     {func(q *Question) { q.Cursor = q.Cursor[:len(q.Cursor)-4] }, "damaged or incomplete"},
		"one short":     {func(q *Question) { q.Cursor = q.Cursor[:len(q.Cursor)-1] }, "damaged or incomplete"},
		"cut short":     {func(q *Question) { q.Cursor = q.Cursor[:9] }, "damaged or incomplete"},
		"changed":       {func(q *Question) { q.Cursor = q.Cursor[:30] + another(q.Cursor[30]) + q.Cursor[31:] }, "damaged or incomplete"},
		"newer":         {func(q *Question) { q.Cursor = newer(t, q.Cursor) }, "newer program"},
	} {
		q := good
		c.change(&q)
		f, err := e.Recall(context.Background(), q)
		var bad *Error
		if !errors.As(err, &bad) || bad.Kind != KindInvalid || !strings.Contains(bad.Error(), c.says) || !strings.Contains(bad.Hint, "without a cursor") {
			t.Errorf("%s: %v, %v; want an error that says %q and the way out", name, f, err, c.says)
		}
	}
	if _, err := e.List(context.Background(), ListQuestion{Cursor: named.Next}); err == nil {
		t.Error("list took a search's cursor")
	}
	bounded := Question{Text: "database", TopK: 2, After: day("2026-01-01")}
	bounded.Cursor = recall(t, e, bounded).Next
	bounded.After = bounded.After.Add(1)
	if _, err := e.Recall(context.Background(), bounded); err == nil || !strings.Contains(err.Error(), "other time bounds") {
		t.Errorf("another after: %v", err)
	}
}

// TestAllThatDecidesTheRankingIsHashed fails for a new field of Question until it is listed here.
func TestAllThatDecidesTheRankingIsHashed(t *testing.T) {
	e, _ := withClock(t)
	hash := func(q Question) string {
		a, err := e.out.ask(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		return string(a.hash())
	}
	base := Question{Text: "certifcate of the tyle servr"}
	seen := map[string]string{hash(base): "nothing"}
	changed := map[string]Question{
		"Text": {Text: "certifcate of the tyle serv"}, "MinSimilarity": {MinSimilarity: .1}, "Modality": {Modality: "text"}, "Namespace": {Namespace: "text"},
		"Tags": {Tags: []string{"text"}}, "SessionID": {SessionID: "text"}, "Source": {Source: "text"}, "Profile": {Profile: "balanced"},
		"Spaces": {Spaces: models.SetOf(models.Semantic)}, "Direction": {Direction: "cause"}, "Exact": {Exact: true}, "Unfolded": {Unfolded: true}, "MinAlignment": {MinAlignment: .1},
		"AsOf": {AsOf: day("2026-01-01")}, "Superseded": {Superseded: true}, "Beside": {Namespace: "text", Beside: "beside"}, "Files": {Files: true},
		"Context": {Context: .5, SessionID: "session"}, // with the session of SessionID alone it is another question
	}
	for name, q := range changed {
		if q.Text == "" {
			q.Text = base.Text
		}
		h := hash(q)
		if was, ok := seen[h]; ok {
			t.Errorf("%s changes the hash no more than %s", name, was)
		}
		seen[h] = name
	}
	a, err := e.out.ask(context.Background(), base)
	if err != nil {
		t.Fatal(err)
	}
	a.image = &embedder.Image{Hash: [32]byte{1}} // what counts of Image is what it shows, and these models see no images
	if seen[string(a.hash())] != "" {
		t.Error("an image does not change the hash")
	}
	cursors := []string{"Image", "TopK", "Explain", "MinRelevance", "Passages", "After", "Before", "Cursor", "part", "Domain"} // see above: they do not affect the ranking, are in the cursor, or choose weights, which are hashed
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Question]()) {
		if _, ok := changed[f.Name]; !ok && !slices.Contains(cursors, f.Name) {
			t.Errorf("field %s: does it decide the ranking? Hash it, and say so here", f.Name)
		}
	}
	if f := reflect.TypeFor[search.Filter]().NumField(); f != 11 { // AsOf and Beside are hashed, and Early follows from it and from what is stored
		t.Errorf("search.Filter has %d fields, 11 were thought of", f)
	}
	if hash(Question{Text: base.Text, Tags: []string{"a", "b"}}) != hash(Question{Text: base.Text, Tags: []string{"b", "a", "b"}}) {
		t.Error("the order of tags counts")
	}
}

// another returns a different letter that a cursor may contain.
func another(letter byte) string {
	if letter == 'x' {
		return "y"
	}
	return "x"
}

// newer returns a cursor of the next version, with a valid checksum.
func newer(t *testing.T, v string) string {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(v)
	if err != nil {
		t.Fatal(err)
	}
	body := b[:len(b)-4]
	body[1]++
	return base64.RawURLEncoding.EncodeToString(binary.LittleEndian.AppendUint32(body, crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli))))
}
