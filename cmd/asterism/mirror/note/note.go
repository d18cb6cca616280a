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

// Note is what a file and a memory both say. A nil pointer and a zero time mean that a file does not say it; a memory says all but the two validity times.
type Note struct {
	ID         string // of the memory, in the form of a UUID; "" in a file that is new
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
	Body       string // as Body returns it
}

// Body is a text as both sides compare it: lines end with \n, and empty lines at the beginning and white space at the end do not count.
func Body(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.TrimRight(strings.TrimLeft(text, "\n"), " \t\r\n")
}

// Hash is the SHA-256, in hexadecimal, of all that a note says beside its id and its namespace. Importance counts to four places, which is what a server tells.
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

// TextHash is the SHA-256, in hexadecimal, of the body alone.
func (n *Note) TextHash() string {
	sum := sha256.Sum256([]byte(n.Body))
	return hex.EncodeToString(sum[:])
}

// stamp writes a time in UTC; "" for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// round is a number to four places.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

func same(a, b []string) bool { return slices.Equal(a, b) }
