package main

import (
	"bytes"
	"io"
	"net/http"
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
		spoken(b)
	})
}

// FuzzByteSize: a size that is taken is above 0, and is the same when it is written and read again.
func FuzzByteSize(f *testing.F) {
	for _, s := range []string{"512MiB", "2 GiB", "1e3", "0x1p4B", "-1", "NaN", "inf", "1e400TiB", ".0000001KiB"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, v string) {
		var s, again byteSize
		if s.Set(v) != nil {
			return
		}
		if s <= 0 {
			t.Fatalf("%q is %d bytes", v, s)
		}
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%q is %d, which is read as %d, %v", v, s, again, err)
		}
	})
}

// FuzzBackupAnswer: however a server answers, a backup was made, or there is an error that says what to do.
func FuzzBackupAnswer(f *testing.F) {
	f.Add([]byte(`{"done":1,"total":2}` + "\n" + `{"backup":{"id":"x"}}`))
	f.Add([]byte(`{"error":{"message":"m","hint":"h"}}`))
	f.Add([]byte(`{"done":1}`))
	f.Add([]byte(`<html>`))
	f.Fuzz(func(t *testing.T, b []byte) {
		made, err := readBackup(&http.Response{Status: "200 OK", Body: io.NopCloser(bytes.NewReader(b))}, func(int64, int64) {})
		if (made == nil) != (err != nil) {
			t.Errorf("%q: %+v, %v", b, made, err)
		}
	})
}
