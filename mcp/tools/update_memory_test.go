package tools

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// changeSpy is a mock that only stores the change that reaches the engine.
type changeSpy struct {
	Writer
	got engine.Change
}

func (s *changeSpy) Update(_ context.Context, id store.ID, c engine.Change) (*engine.Updated, error) {
	s.got = c
	return &engine.Updated{Remembered: engine.Remembered{ID: id}}, nil
}

// TestUpdateArguments checks that exactly the given changes reach the engine.
func TestUpdateArguments(t *testing.T) {
	when, half := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), 0.5
	for arguments, want := range map[string]engine.Change{
		`"content":"c"`:                              {Content: new("c")},
		`"rationale":"r"`:                            {Rationale: new("r")},
		`"modality":"code"`:                          {Modality: new("code")},
		`"importance":0.5`:                           {Importance: &half},
		`"namespace":"n"`:                            {Namespace: new("n")},
		`"tags":["a"]`:                               {Tags: &[]string{"a"}},
		`"tags":[]`:                                  {Tags: &[]string{}},
		`"timestamp":"2026-03-01"`:                   {Time: &when},
		`"session_id":"","source":"s"`:               {SessionID: new(""), Source: new("s")},
		`"source":"s","expected_version":3`:          {Source: new("s"), IfVersion: 3},
		`"source":"s","content":null,"tags":null`:    {Source: new("s")},
		`"content":"","rationale":"","namespace":""`: {Content: new(""), Rationale: new(""), Namespace: new("")}, // the engine refuses these
	} {
		spy := &changeSpy{}
		run, err := prepared(t, `{"id":"`+uuid.NewString()+`",`+arguments+`}`)
		if err != nil {
			t.Errorf("%s: %v", arguments, err)
			continue
		}
		if _, err := run(context.Background(), &Engine{Writer: spy}, when); err != nil {
			t.Errorf("%s: %v", arguments, err)
		}
		if !reflect.DeepEqual(spy.got, want) {
			t.Errorf("%s: the engine is asked for %+v, want %+v", arguments, spy.got, want)
		}
	}
}

// prepared reads arguments like a call of update_memory.
func prepared(t *testing.T, raw string) (Job, error) {
	t.Helper()
	tl := updateMemory()
	names, err := tl.Names()
	if err != nil {
		t.Fatal(err)
	}
	return tl.Read(json.RawMessage(raw), names, "")
}

func TestBadUpdateArguments(t *testing.T) {
	id := `"id":"` + uuid.NewString() + `"`
	for raw, says := range map[string]string{
		`{}`:                                  "id is required",
		`{"id":"x","content":"c"}`:            "not a UUID",
		`{` + id + `,"contents":"c"}`:         `did you mean \"content\"`,
		`{` + id + `,"importance":2}`:         "importance is 2",
		`{` + id + `,"modality":"smell"}`:     "valid are text, code",
		`{` + id + `,"tags":"a"}`:             "list of strings",
		`{` + id + `,"tags":[" "]}`:           "blank tag",
		`{` + id + `,"timestamp":"soon"}`:     "is not a time",
		`{` + id + `,"expected_version":0}`:   "expected_version is 0",
		`{` + id + `,"expected_version":1.5}`: "whole number",
		`{` + id + `,"link_to":[]}`:           "unknown argument",
	} {
		if _, err := prepared(t, raw); err == nil || !strings.Contains(err.Error(), strings.ReplaceAll(says, `\"`, `"`)) {
			t.Errorf("%s: error %v, want one that says %q", raw, err, says)
		}
	}
}
