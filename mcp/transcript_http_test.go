package mcp

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTranscriptsOfHTTP plays testdata/transcripts/http: methods, headers and statuses, which other transcripts cannot express.
func TestTranscriptsOfHTTP(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "transcripts", "http", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			script, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			playHTTP(t, serveHTTP(t, Options{Engine: newFake().provider, Tools: "all"}).url, string(script))
		})
	}
}

func playHTTP(t *testing.T, url, script string) {
	t.Helper()
	kept := map[string]any{}
	var came *http.Response
	for n, line := range strings.Split(script, "\n") {
		at := fmt.Sprintf("line %d", n+1)
		switch {
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, "> "):
			for name, v := range kept {
				line = strings.ReplaceAll(line, name, fmt.Sprint(v))
			}
			came = sendHTTP(t, at, url, line[2:])
		case strings.HasPrefix(line, "< "):
			matchHTTP(t, at, line[2:], came, kept)
		default:
			t.Fatalf("%s: neither sent nor expected: %q", at, line)
		}
	}
}

// sendHTTP sends "METHOD {headers} {body}"; the body is optional.
func sendHTTP(t *testing.T, at, url, line string) *http.Response {
	t.Helper()
	method, rest, _ := strings.Cut(line, " ")
	var headers map[string]string
	var body json.RawMessage
	readAll(t, at, rest, &headers, &body)
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(string(body)))
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	for k, v := range headers {
		r.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	return resp
}

// matchHTTP compares an answer with "STATUS {headers} {body}"; headers and body are optional.
func matchHTTP(t *testing.T, at, line string, came *http.Response, kept map[string]any) {
	t.Helper()
	status, rest, _ := strings.Cut(line, " ")
	var headers map[string]any
	var body any
	readAll(t, at, rest, &headers, &body)
	if got := fmt.Sprint(came.StatusCode); got != status {
		t.Errorf("%s: status %s, want %s", at, got, status)
	}
	for k, want := range headers {
		match(t, at+"."+k, want, came.Header.Get(k), kept)
	}
	answers, err := messagesOf(came)
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	switch {
	case body == nil && len(answers) == 0:
	case body == nil || len(answers) != 1:
		t.Errorf("%s: %d messages came: %v", at, len(answers), answers)
	default:
		match(t, at, body, answers[0], kept)
	}
}

// readAll reads the JSON values of a line, one after the other, into the given variables, until the line ends.
func readAll(t *testing.T, at, line string, into ...any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(line))
	for _, v := range into {
		if err := d.Decode(v); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
	}
	if d.More() {
		t.Fatalf("%s: something follows the last value", at)
	}
}
