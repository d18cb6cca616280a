package note

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"time"
)

// Note is the common content of a file and a memory. A nil pointer or a zero time means that a file does not have the field; a memory has all but the two validity times.
type Note struct {
	ID         string // of the memory, as a UUID; "" in a new file
	Namespace  string
	Time       time.Time
	Tags       []string
	Importance *float64 // 0 to 1
	Source     string
	Session    string
	Modality   string
	Rationale  string
	Links      []string // ids
	Supersedes []string // ids
	ValidFrom  time.Time
	ValidUntil time.Time
	Body       string // as returned by Body
}

// Body returns a text in the form for comparisons: lines end with
// , and empty lines at the beginning and white space at the end are removed.
func Body(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.TrimRight(strings.TrimLeft(text, "\n"), " \t\r\n")
}

// Hash is the SHA-256, in hexadecimal, of all fields except id and namespace. Importance counts to four decimals, the precision of servers.
func (n *Note) Hash() string {
	h := sha256.New()
	add := func(parts ...string) {
		h.Write(binary.BigEndian.AppendUint32(nil, uint32(len(parts))))
		for _, p := range parts {
			h.Write(binary.BigEndian.AppendUint32(nil, uint32(len(p))))
			h.Write([]byte(p))
		}
	}
	importance := ""
	if n.Importance != nil {
		importance = number(*n.Importance)
	}
	add(n.Body, stamp(n.Time), importance, n.Source, n.Session, n.Modality, n.Rationale, stamp(n.ValidFrom), stamp(n.ValidUntil))
	add(n.Tags...)
	add(n.Links...)
	add(n.Supersedes...)
	return hex.EncodeToString(h.Sum(nil))
}

// TextHash is the SHA-256, in hexadecimal, of the body only.
func (n *Note) TextHash() string {
	sum := sha256.Sum256([]byte(n.Body))
	return hex.EncodeToString(sum[:])
}

// stamp formats a time in UTC; "" for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// round rounds to four decimals.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

func same(a, b []string) bool { return slices.Equal(a, b) }
