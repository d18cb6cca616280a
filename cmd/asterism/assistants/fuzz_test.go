package assistants

import (
	"bytes"
	"testing"
)

// FuzzHookEvent: what an assistant hands to a hook is an event or an error, and never more than a mebibyte of it.
func FuzzHookEvent(f *testing.F) {
	f.Add([]byte(`{"hook_event_name":"SessionStart","session_id":"s","cwd":"/tmp"}`))
	f.Add([]byte(`{"tool_input":[[[{}]]]}`))
	f.Add([]byte(`[`))
	f.Add([]byte(`{"type":"assistant","message":{"content":[{"type":"text","text":"x"}]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if e, err := readEvent(bytes.NewReader(b)); (e == nil) != (err != nil) {
			t.Errorf("%q: %+v, %v", b, e, err)
		}
		utteranceIn(b)
	})
}
