package metautl

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"

	"asterism/engine/store"
)

// exportMagic is the start of an export. Then follow the entries in the order of their keys, each as length and bytes of key and of value
// (lengths are unsigned varints), then a zero, then the SHA-256 of everything before it.
const exportMagic = "asterism meta-utl 1\n"

// Export writes the whole state at one moment, including events.
func (s *Service) Export(ctx context.Context, w io.Writer) error {
	sum := sha256.New()
	out := bufio.NewWriter(w)
	both := io.MultiWriter(out, sum)
	if _, err := io.WriteString(both, exportMagic); err != nil {
		return fmt.Errorf("export meta-learning state: %w", err)
	}
	err := s.shelves.Walk(ctx, store.ShelfState, []byte(prefix), afterPrefix, false, func(key, value []byte) (bool, error) {
		b := append(binary.AppendUvarint(nil, uint64(len(key))), key...)
		b = append(binary.AppendUvarint(b, uint64(len(value))), value...)
		_, err := both.Write(b)
		return true, err
	})
	if err == nil {
		_, err = both.Write([]byte{0})
	}
	if err == nil {
		_, err = out.Write(sum.Sum(nil))
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("export meta-learning state: %w", err)
	}
	return nil
}

// Import replaces the current state by an exported one, all or nothing: it reads and checks all of it before the first change.
func (s *Service) Import(ctx context.Context, r io.Reader) error {
	entries, err := readExport(r)
	if err != nil {
		return fmt.Errorf("import meta-learning state: %w", err)
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	there := map[string]bool{}
	for _, e := range entries {
		there[string(e.Key)] = true
	}
	err = s.shelves.Walk(ctx, store.ShelfState, []byte(prefix), afterPrefix, false, func(key, _ []byte) (bool, error) {
		if !there[string(key)] {
			entries = append(entries, entry(bytes.Clone(key), nil))
		}
		return true, nil
	})
	if err == nil {
		err = s.replace(ctx, entries)
	}
	if err != nil {
		return fmt.Errorf("import meta-learning state: %w", err)
	}
	return nil
}

func (s *Service) replace(ctx context.Context, entries []store.Entry) error {
	in, err := gather(entries, &s.rules)
	if err != nil {
		return err
	}
	s.mu.Lock() // held during the write too: a page must not read an event that was just removed
	defer s.mu.Unlock()
	if err := s.put(ctx, entries); err != nil {
		return err
	}
	s.state, s.log, s.answers = in.state, in.log, in.answers
	return nil
}

// gather collects entries and checks them; it skips entries that remove keys.
func gather(entries []store.Entry, rules *Settings) (*contents, error) {
	in := &contents{state: newState(rules)}
	for _, e := range entries {
		if e.Value == nil {
			continue
		}
		if err := in.add(e.Key, e.Value); err != nil {
			return nil, fmt.Errorf("entry %q: %w", e.Key, err)
		}
	}
	return in, in.whole()
}

// readExport returns the entries of an export and checks its checksum.
func readExport(r io.Reader) ([]store.Entry, error) {
	in := &summing{r: bufio.NewReader(r), sum: sha256.New()}
	if magic, err := in.bytes(uint64(len(exportMagic))); err != nil || string(magic) != exportMagic {
		return nil, errors.New("this is not an export of meta-learning, or one of a newer version")
	}
	var out []store.Entry
	for {
		key, err := in.field(store.MaxShelfKeyBytes)
		if err != nil {
			return nil, err
		}
		if len(key) == 0 {
			break
		}
		value, err := in.field(store.MaxShelfValueBytes)
		if err != nil {
			return nil, err
		}
		if len(value) == 0 {
			return nil, fmt.Errorf("entry %q is empty: the export is damaged", key)
		}
		if len(out) > 0 && bytes.Compare(out[len(out)-1].Key, key) >= 0 {
			return nil, fmt.Errorf("entry %q is out of order: the export is damaged", key)
		}
		out = append(out, entry(key, value))
	}
	want := in.sum.Sum(nil)
	if got, err := in.bytes(sha256.Size); err != nil || !bytes.Equal(got, want) {
		return nil, errors.New("the checksum does not fit: the export is damaged or cut off")
	}
	if _, err := in.r.ReadByte(); err != io.EOF {
		return nil, errors.New("there is data after the end of the export")
	}
	return out, nil
}

// summing computes the checksum of what it reads.
type summing struct {
	r   *bufio.Reader
	sum hash.Hash
}

// bytes reads n bytes. It allocates memory as they arrive, so that a damaged length costs none.
func (s *summing) bytes(n uint64) ([]byte, error) {
	var b bytes.Buffer
	if got, err := io.CopyN(&b, s.r, int64(n)); err != nil {
		return nil, fmt.Errorf("the export ends after %d of %d bytes", got, n)
	}
	s.sum.Write(b.Bytes())
	return b.Bytes(), nil
}

func (s *summing) field(most uint64) ([]byte, error) {
	n, err := binary.ReadUvarint(s)
	if err != nil {
		return nil, fmt.Errorf("read a length: %w", err)
	}
	if n > most {
		return nil, fmt.Errorf("a length of %d is above %d: the export is damaged", n, most)
	}
	return s.bytes(n)
}

// ReadByte is for [binary.ReadUvarint].
func (s *summing) ReadByte() (byte, error) {
	b, err := s.r.ReadByte()
	if err == nil {
		s.sum.Write([]byte{b})
	}
	return b, err
}
