package drawn

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// span is where a tensor is in a file, as in safetensors' header.
type span struct {
	DType   DType    `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

func (t *tensor) dtype(d DType) DType {
	if t.counted {
		return "I64"
	}
	return d
}

func (t *tensor) bytes(d DType) int64 {
	width := map[DType]int64{"I64": 8, F32: 4, F16: 2, BF16: 2}[t.dtype(d)]
	return width * int64(t.values())
}

// Bytes is how much the weights take on disk.
func (s *Spec) Bytes() (int64, error) {
	all, err := s.tensors()
	total := int64(0)
	for i := range all {
		total += all[i].bytes(s.DType)
	}
	return total, err
}

// writeWeights writes the safetensors of a model into dir: one file, or shards and the index that lists them.
func (s *Spec) writeWeights(dir string, seed uint64) error {
	all, err := s.tensors()
	if err != nil {
		return err
	}
	// As the reference implementation orders a file: wider types first, then by name.
	slices.SortFunc(all, func(a, b tensor) int {
		return cmp.Or(cmp.Compare(wide(&b), wide(&a)), cmp.Compare(a.name, b.name))
	})
	if s.Shards == 1 {
		return s.writeFile(filepath.Join(dir, "model.safetensors"), all, seed)
	}
	shards := s.cut(all)
	index := struct {
		Metadata  map[string]int64  `json:"metadata"`
		WeightMap map[string]string `json:"weight_map"`
	}{map[string]int64{"total_size": 0}, map[string]string{}}
	for i, tensors := range shards {
		name := fmt.Sprintf("model-%05d-of-%05d.safetensors", i+1, len(shards))
		for j := range tensors {
			index.WeightMap[tensors[j].name] = name
			index.Metadata["total_size"] += tensors[j].bytes(s.DType)
		}
		if err := s.writeFile(filepath.Join(dir, name), tensors, seed); err != nil {
			return err
		}
	}
	return writeJSON(filepath.Join(dir, "model.safetensors.index.json"), index)
}

func wide(t *tensor) int {
	if t.counted {
		return 1
	}
	return 0
}

// cut deals the tensors out to the shards, in order, in shares of about the same bytes.
func (s *Spec) cut(all list) []list {
	total := int64(0)
	for i := range all {
		total += all[i].bytes(s.DType)
	}
	shards := make([]list, s.Shards)
	before := int64(0)
	for i := range all {
		at := min(int(before*int64(s.Shards)/total), s.Shards-1)
		shards[at] = append(shards[at], all[i])
		before += all[i].bytes(s.DType)
	}
	return slices.DeleteFunc(shards, func(l list) bool { return len(l) == 0 })
}

// chunk is how many values are drawn and written at once: a model is never whole in memory.
const chunk = 1 << 16

func (s *Spec) writeFile(path string, tensors list, seed uint64) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20)
	header, err := s.header(tensors)
	if err != nil {
		return err
	}
	w.Write(header)
	var b []byte
	for i := range tensors {
		from := newSource(&tensors[i], seed)
		for left := tensors[i].values(); left > 0; left -= chunk {
			b = from.appendBytes(b[:0], min(left, chunk), s.DType)
			if _, err := w.Write(b); err != nil {
				return fmt.Errorf("write weights: %w", err)
			}
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write weights: %w", err)
	}
	return nil
}

// header is the length of the JSON text (uint64, little-endian) and the text, filled up with spaces so that the data
// begin at a multiple of 8.
func (s *Spec) header(tensors list) ([]byte, error) {
	places := map[string]any{"__metadata__": map[string]string{"format": "pt"}}
	at := int64(0)
	for i := range tensors {
		t := &tensors[i]
		shape := t.shape
		if shape == nil {
			shape = []int{} // a scalar is [], not null
		}
		end := at + t.bytes(s.DType)
		places[t.name] = span{t.dtype(s.DType), shape, [2]int64{at, end}}
		at = end
	}
	text, err := json.Marshal(places)
	if err != nil {
		return nil, fmt.Errorf("write weights: %w", err)
	}
	for len(text)%8 != 0 {
		text = append(text, ' ')
	}
	return append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...), nil
}
