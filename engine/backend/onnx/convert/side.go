package convert

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"iter"
	"math"
	"path/filepath"

	"asterism/engine/backend/onnx/graph"

	"github.com/google/renameio/v2"
)

// sideName is the file of the numbers that the repository does not have in the graph's form.
const sideName = "graph.weights"

// sideAlign is where tensors begin in it: at multiples of a cache line.
const sideAlign = 64

// sideFile is graph.weights being written: bare tensors one after another. It is created with the first of them,
// under another name until [sideFile.commit].
type sideFile struct {
	dir  string
	f    *renameio.PendingFile
	size int64
	sum  hash.Hash
}

// add appends the numbers that pieces yields and returns where they are.
func (s *sideFile) add(pieces iter.Seq2[[]byte, error]) (graph.External, error) {
	if s.f == nil {
		f, err := renameio.NewPendingFile(filepath.Join(s.dir, sideName), renameio.WithTempDir(s.dir), renameio.WithStaticPermissions(filePerm))
		if err != nil {
			return graph.External{}, fmt.Errorf("write %s: %w", sideName, err)
		}
		s.f, s.sum = f, sha256.New()
	}
	at := graph.External{Location: sideName, Offset: s.size}
	for data, err := range pieces {
		if err != nil {
			return graph.External{}, err
		}
		if err := s.write(data); err != nil {
			return graph.External{}, err
		}
	}
	at.Length = s.size - at.Offset
	return at, s.write(make([]byte, -s.size&(sideAlign-1)))
}

func (s *sideFile) write(data []byte) error {
	if _, err := s.f.Write(data); err != nil {
		return fmt.Errorf("write %s: %w", sideName, err)
	}
	s.sum.Write(data)
	s.size += int64(len(data))
	return nil
}

// commit gives the file its name, once it is on the disk; ok is false when nothing was written.
func (s *sideFile) commit() (sha string, size int64, ok bool, err error) {
	if s.f == nil {
		return "", 0, false, nil
	}
	f := s.f
	s.f = nil
	if err := f.CloseAtomicallyReplace(); err != nil {
		return "", 0, false, fmt.Errorf("write %s: %w", sideName, errors.Join(err, f.Cleanup()))
	}
	return hex.EncodeToString(s.sum.Sum(nil)), s.size, true, nil
}

// drop removes a file that was not committed.
func (s *sideFile) drop() {
	if s.f != nil {
		_ = s.f.Cleanup()
		s.f = nil
	}
}

// store appends data to graph.weights.
func (b *tensors) store(data []byte) graph.External {
	return b.storePieces(func(yield func([]byte, error) bool) { yield(data, nil) })
}

func (b *tensors) storePieces(pieces iter.Seq2[[]byte, error]) graph.External {
	at, err := b.side.add(pieces)
	if err != nil {
		b.fail("%w", err)
	}
	return at
}

func floatBytes(v []float32) []byte {
	out := make([]byte, 0, 4*len(v))
	for _, x := range v {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
	}
	return out
}
