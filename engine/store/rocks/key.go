package rocks

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"

	"asterism/engine/store"
)

const (
	idBytes   = 16
	hashBytes = 32
	timeBytes = 12
)

// appendNamespace appends ns so that keys sort by namespace first and no encoded namespace is a prefix of another:
// each zero byte becomes 00 FF, and 00 01 ends it.
func appendNamespace(dst []byte, ns string) []byte {
	for i := range len(ns) {
		dst = append(dst, ns[i])
		if ns[i] == 0 {
			dst = append(dst, 0xff)
		}
	}
	return append(dst, 0, 1)
}

// cutNamespace reads what appendNamespace wrote and returns what follows.
func cutNamespace(key []byte) (ns string, rest []byte, err error) {
	var out []byte
	for i := 0; i+1 < len(key); i++ {
		if key[i] != 0 {
			out = append(out, key[i])
			continue
		}
		switch i++; key[i] {
		case 1:
			return string(out), key[i+1:], nil
		case 0xff:
			out = append(out, 0)
		default:
			return "", nil, fmt.Errorf("namespace has the bytes 00 %02x", key[i])
		}
	}
	return "", nil, fmt.Errorf("namespace has no end")
}

// appendTime appends the time so that bytes sort as times do: seconds since 1970 with the sign bit inverted, then
// nanoseconds, both big endian.
func appendTime(dst []byte, t time.Time) []byte {
	dst = binary.BigEndian.AppendUint64(dst, uint64(t.Unix())^1<<63)
	return binary.BigEndian.AppendUint32(dst, uint32(t.Nanosecond()))
}

// readTime reads a time of appendTime. It refuses a second or more of nanoseconds: the same time has another key.
func readTime(b []byte) (time.Time, error) {
	nanos := binary.BigEndian.Uint32(b[8:])
	if nanos >= uint32(time.Second) {
		return time.Time{}, fmt.Errorf("%d nanoseconds, and a second has %d", nanos, int64(time.Second))
	}
	return time.Unix(int64(binary.BigEndian.Uint64(b)^1<<63), int64(nanos)).UTC(), nil
}

func timelineKey(c store.Cursor) []byte {
	key := make([]byte, 0, len(c.Namespace)+2+timeBytes+idBytes)
	return append(appendTime(appendNamespace(key, c.Namespace), c.Time), c.ID[:]...)
}

func parseTimelineKey(key []byte) (c store.Cursor, err error) {
	ns, rest, err := cutNamespace(key)
	if err != nil {
		return c, err
	}
	if len(rest) != timeBytes+idBytes {
		return c, fmt.Errorf("%d bytes behind the namespace, want %d", len(rest), timeBytes+idBytes)
	}
	at, err := readTime(rest)
	return store.Cursor{Namespace: ns, Time: at, ID: store.ID(rest[timeBytes:])}, err
}

// forgottenKey sorts by the time of the forget, so that the memories forgotten before a time are one range.
func forgottenKey(at time.Time, id store.ID) []byte {
	return append(appendTime(make([]byte, 0, timeBytes+idBytes), at), id[:]...)
}

func parseForgottenKey(key []byte) (at time.Time, id store.ID, err error) {
	if len(key) != timeBytes+idBytes {
		return at, id, fmt.Errorf("key has %d bytes, want %d", len(key), timeBytes+idBytes)
	}
	at, err = readTime(key)
	return at, store.ID(key[timeBytes:]), err
}

// hashPrefix is the common prefix of the keys of all memories of a namespace with the same text.
func hashPrefix(ns string, hash [hashBytes]byte) []byte {
	key := make([]byte, 0, hashBytes+len(ns)+2+idBytes)
	return appendNamespace(append(key, hash[:]...), ns)
}

func hashKey(ns string, hash [hashBytes]byte, id store.ID) []byte {
	return append(hashPrefix(ns, hash), id[:]...)
}

// Every link is written in both directions, so that a purge finds the links to the memory that it removes.
const (
	edgeOut   = 0
	edgeIn    = 1
	edgeBytes = 1 + idBytes + 1 + idBytes
)

func edgeKey(direction byte, id store.ID, kind store.EdgeKind, other store.ID) []byte {
	key := append(edgePrefix(direction, id), byte(kind))
	return append(key, other[:]...)
}

func edgePrefix(direction byte, id store.ID) []byte {
	return append(append(make([]byte, 0, edgeBytes), direction), id[:]...)
}

// successor returns the smallest key after all keys that begin with prefix; prefix must not be all FF. Keys are bytes and not text:
// bytes.TrimRight would treat every byte that is not UTF-8 as FF, and the range would contain keys of other memories.
func successor(prefix []byte) []byte {
	end := len(prefix)
	for prefix[end-1] == 0xff {
		end--
	}
	out := bytes.Clone(prefix[:end])
	out[end-1]++
	return out
}
