package metautl

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"asterism/models"
)

// codecVersion is the first byte of every stored value except outcomes, whose version is outcomeVersion. Then follow the record's fields in order, big-endian, without gaps. An
// event's times are ns since 1970; its numbers of type and domain count from 1 in their lists (domain 0: none).
const codecVersion = 1

// outcomeVersion is the version of an [outcome]. Version 1 had the gain of the published score, a float64, in place of entropy, coherence and importance.
const outcomeVersion = 2

// versionOf returns the version in which a record of that type is written.
func versionOf[T stored]() byte {
	if _, is := any(*new(T)).(outcome); is {
		return outcomeVersion
	}
	return codecVersion
}

// stored lists the types of the shelf's records.
type stored interface {
	head | block | outcome | eventRecord | answer | weights | help
}

// eventRecord is the stored form of an event. λ_c is 1 − λ_s.
type eventRecord struct {
	Place                          int64 // its time, or that of the preceding event if the clock was set back
	At                             int64
	Type, Domain, Space            uint8
	Escalated                      uint8
	Stands                         uint32
	Error, Before, After, Accuracy float64
}

func encode[T stored](v *T) []byte {
	b, err := binary.Append([]byte{versionOf[T]()}, binary.BigEndian, v)
	if err != nil { // all layouts have fixed sizes, which a test checks
		panic(fmt.Sprintf("encode %T: %v", v, err))
	}
	return b
}

// decode reads what encode wrote. It returns an error for bytes that encode cannot have written.
func decode[T stored](b []byte) (v T, err error) {
	version := versionOf[T]()
	if len(b) > 0 && b[0] > version {
		return v, fmt.Errorf("decode %T: version %d is newer than this program's %d", v, b[0], version)
	}
	if len(b) != 1+binary.Size(&v) || b[0] != version {
		return v, fmt.Errorf("decode %T: %d bytes are damaged, %d are wanted", v, len(b), 1+binary.Size(&v))
	}
	if _, err := binary.Decode(b[1:], binary.BigEndian, &v); err != nil {
		return v, fmt.Errorf("decode %T: %w", v, err)
	}
	if !valid(&v) {
		return v, fmt.Errorf("decode %T: a value is out of its range, the bytes are damaged", v)
	}
	return v, nil
}

func valid[T stored](v *T) bool {
	switch v := any(v).(type) {
	case *head:
		flags := v.Enabled <= 1 && v.Low <= 1 && v.Human <= 1
		return flags && share(v.Base) && math.Abs(v.Shift) <= 1 && v.History.valid()
	case *block:
		for i := range v {
			if !v[i].valid() {
				return false
			}
		}
		return true
	case *outcome:
		return share(v.Entropy) && share(v.Coherence) && share(v.Importance) && share(v.Actual) && v.Domain <= domainCount
	case *help:
		return v.valid()
	case *eventRecord:
		return v.valid()
	case *answer:
		return v.valid()
	case *weights:
		return v.valid()
	}
	return false
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func (r *ring) valid() bool {
	for i, v := range r.Values {
		if !(v >= -1 && v <= 1) || uint64(i) >= r.Count && v != 0 {
			return false
		}
	}
	return true
}

func (r *eventRecord) valid() bool {
	named := r.Type >= 1 && int(r.Type) <= len(EventTypes) && r.Domain <= domainCount && (int(r.Space) < models.Count || models.Space(r.Space) == NoSpace)
	err := math.Abs(r.Error) <= 1 || math.Float64bits(r.Error) == math.Float64bits(math.NaN())
	return named && err && r.Escalated <= 1 && r.Stands > 0 && share(r.Before) && share(r.After) && share(r.Accuracy)
}

func recordOf(e *Event, place int64) eventRecord {
	r := eventRecord{Place: place, At: e.At.UnixNano(), Type: numberOf(e.Type), Domain: e.Domain.number(), Space: uint8(e.Space), Stands: e.Stands,
		Error: e.Error, Before: e.Before.S, After: e.After.S, Accuracy: e.Accuracy}
	if e.Escalated {
		r.Escalated = 1
	}
	if math.IsNaN(r.Error) {
		r.Error = math.NaN() // one of the bit patterns of NaN
	}
	return r
}

func (r *eventRecord) event() Event {
	return Event{At: time.Unix(0, r.At).UTC(), Type: EventTypes[r.Type-1], Error: r.Error, Before: pair(r.Before), After: pair(r.After), Accuracy: r.Accuracy,
		Escalated: r.Escalated == 1, Domain: domainOf(r.Domain), Space: models.Space(r.Space), Stands: r.Stands}
}
