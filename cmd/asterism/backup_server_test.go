package main

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"asterism/engine"
)

// TestABackupsErrorIsTheServers: its kind, its text and its retry time. An error without a kind is a storage error.
func TestABackupsErrorIsTheServers(t *testing.T) {
	for answer, want := range map[string]engine.Error{
		`{"done":1,"total":2}{"error":{"name":"BUSY","message":"m","hint":"h","retry_after_ms":9}}`: {Kind: engine.KindBusy, Message: "m", Hint: "h", RetryAfterMs: 9},
		`{"error":{"message":"m","hint":"h"}}`:                                                      {Kind: engine.KindStorage, Message: "m", Hint: "h"},
	} {
		_, err := readBackup(&http.Response{Status: "200 OK", Body: io.NopCloser(strings.NewReader(answer))}, func(string, int64, int64) {})
		var got *engine.Error
		if !errors.As(err, &got) || *got != want {
			t.Errorf("%s: %+v", answer, err)
		}
	}
}
