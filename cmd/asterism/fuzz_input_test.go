package main

import (
	"bytes"
	"io"
	"net/http"
	"testing"
)

// FuzzBackupAnswer: for any answer of a server, a backup was made, or there is an error that says what to do.
func FuzzBackupAnswer(f *testing.F) {
	f.Add([]byte(`{"done":1,"total":2}` + "\n" + `{"backup":{"id":"x"}}`))
	f.Add([]byte(`{"error":{"message":"m","hint":"h"}}`))
	f.Add([]byte(`{"done":1}`))
	f.Add([]byte(`<html>`))
	f.Fuzz(func(t *testing.T, b []byte) {
		made, err := readBackup(&http.Response{Status: "200 OK", Body: io.NopCloser(bytes.NewReader(b))}, func(string, int64, int64) {})
		if (made == nil) != (err != nil) {
			t.Errorf("%q: %+v, %v", b, made, err)
		}
	})
}
