package quality

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// order says when each document was told, and in which session.
type order struct {
	times    []time.Time
	sessions []string // "": of none
}

// readOrder reads fields timestamp (RFC 3339) and session (a string or a number) of every line of a corpus; nil when a document has no time.
func readOrder(path string) (*order, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out, lacks := &order{}, false
	err = numberedLines(f, func(_ int, line string) error {
		var raw struct {
			Timestamp time.Time       `json:"timestamp"`
			Session   json.RawMessage `json:"session"`
		}
		if err := json.Unmarshal([]byte(line), &raw); err != nil {
			return fmt.Errorf("field timestamp: %w", err)
		}
		session := ""
		if len(raw.Session) > 0 && string(raw.Session) != "null" {
			if session, err = nameOf("session", raw.Session); err != nil {
				return err
			}
		}
		out.times, out.sessions = append(out.times, raw.Timestamp), append(out.sessions, session)
		lacks = lacks || raw.Timestamp.IsZero()
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if lacks {
		return nil, nil
	}
	return out, nil
}
