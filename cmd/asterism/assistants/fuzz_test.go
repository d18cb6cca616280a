package assistants

import (
	"bytes"
	"testing"
)

// FuzzHookEvent: any input of a hook is an event or an error, and at most a mebibyte of it is read.
func FuzzHookEvent(f *testing.F) {
	f.Add([]byte(`{"hook_event_name":"SessionStart","session_id":"s","cwd":"/tmp"}`))
	f.Add([]byte(`{"tool_input":[[[{}]]]}`))
	f.Add([]byte(`{"tool_name":"Bash","transcript_path":null,"tool_response":"[main 1a2b3c4] x"}`))
	f.Add([]byte(`{"tool_name":"run_shell_command","tool_response":{"llmContent":"Output: [main 1a2b3c4] x","returnDisplay":{}}}`))
	f.Add([]byte(`[`))
	f.Add([]byte(`{"type":"assistant","message":{"content":[{"type":"text","text":"x"}]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := readEvent(bytes.NewReader(b))
		if (e == nil) != (err != nil) {
			t.Errorf("%q: %+v, %v", b, e, err)
		}
		for name := range forms {
			if e != nil {
				e.form = forms[name]
				commitsIn(e)
			}
		}
		utteranceIn(b)
	})
}
