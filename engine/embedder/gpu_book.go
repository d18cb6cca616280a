package embedder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"asterism/engine/backend/agree"
	"asterism/engine/device"
	"asterism/kernels/cuda"
	"asterism/models"
)

// checkBookName is the file in this user's cache folder that stores the results of GPU checks.
const checkBookName = "card-check.json"

// checkBookVersion is raised when the file, or what a check compares, changes: then everything is checked again.
const checkBookVersion = 1

// mostGPUs bounds the number of GPUs in the file; those whose newest check is oldest are removed first.
const mostGPUs = 32

// checkBook stores the checks of one GPU. If it cannot be read, the checks run again.
type checkBook struct {
	path   string // empty: nothing is stored
	key    string
	hashes [models.Count][32]byte
	mu     sync.Mutex
}

// bookFile is the content of the file: checks by GPU and by space's code.
type bookFile struct {
	Version int                             `json:"version"`
	GPUs    map[string]map[string]bookEntry `json:"cards"`
}

type bookEntry struct {
	Model   string        `json:"model"` // its hash, see models.Manifest.Hash
	Figures agree.Figures `json:"figures"`
	Why     string        `json:"why,omitempty"` // why it failed
	At      time.Time     `json:"at"`
}

func openCheckBook(path, key string, hashes [models.Count][32]byte) *checkBook {
	return &checkBook{path: path, key: key, hashes: hashes}
}

// GPUKey identifies everything except the models that affects what a GPU computes: the GPU, its driver, the program with its kernels, and which
// kernels were chosen, including those of a library.
func GPUKey(hw device.Hardware, ordinal int, choices []string) string {
	gpu := device.GPU{Index: ordinal}
	for _, g := range hw.GPUs {
		if g.Index == ordinal {
			gpu = g
		}
	}
	chosen := sha256.Sum256([]byte(strings.Join(choices, "\n")))
	return fmt.Sprintf("%s, compute capability %s, driver for CUDA %s, program %s, choices %x", gpu.Name, gpu.Compute, gpu.Driver, programHash(), chosen[:8])
}

// programHash is a hash of this program's file, which contains the kernels and the code that launches them; of the kernels only if the file cannot be
// read. Not every build knows its version.
var programHash = sync.OnceValue(func() string {
	h := sha256.New()
	if err := hashProgram(h); err != nil {
		h.Reset()
		sum := cuda.PTXHash()
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
})

func hashProgram(to io.Writer) error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, f)
	return errors.Join(err, f.Close())
}

// find returns the stored check of a space with its current model.
func (b *checkBook) find(s models.Space) (GPUCheck, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e, ok := b.read().GPUs[b.key][s.Code()]
	if !ok || e.Model != hex.EncodeToString(b.hashes[s][:]) {
		return GPUCheck{}, false
	}
	return GPUCheck{Space: s, Figures: e.Figures, Why: e.Why, At: e.At}, true
}

// save stores a check. Another process that writes at the same time may overwrite it, which costs a check at the next start.
func (b *checkBook) save(found GPUCheck) error {
	if b.path == "" {
		return errors.New("this system knows no cache folder")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	f := b.read()
	if f.GPUs[b.key] == nil {
		f.GPUs[b.key] = map[string]bookEntry{}
	}
	f.GPUs[b.key][found.Space.Code()] = bookEntry{Model: hex.EncodeToString(b.hashes[found.Space][:]), Figures: found.Figures, Why: found.Why, At: found.At}
	f.forget(mostGPUs)
	return f.write(b.path)
}

// read reads the file; if it is missing or not readable, it returns an empty one.
func (b *checkBook) read() bookFile {
	f := bookFile{}
	data, err := os.ReadFile(b.path)
	if err != nil || json.Unmarshal(data, &f) != nil || f.Version != checkBookVersion || f.GPUs == nil {
		return bookFile{Version: checkBookVersion, GPUs: map[string]map[string]bookEntry{}}
	}
	return f
}

// forget keeps the GPUs with the newest checks.
func (f *bookFile) forget(most int) {
	newest := func(key string) (t time.Time) {
		for _, e := range f.GPUs[key] {
			if e.At.After(t) {
				t = e.At
			}
		}
		return t
	}
	keys := slices.Collect(maps.Keys(f.GPUs))
	slices.SortFunc(keys, func(a, b string) int { return newest(b).Compare(newest(a)) })
	for _, key := range keys[min(most, len(keys)):] {
		delete(f.GPUs, key)
	}
}

// write replaces the file atomically, or keeps the old one.
func (f *bookFile) write(path string) (err error) {
	data, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	beside, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, beside.Close(), ignoreGone(os.Remove(beside.Name())))
		}
	}()
	if _, err := beside.Write(data); err != nil {
		return err
	}
	if err := beside.Close(); err != nil {
		return err
	}
	return os.Rename(beside.Name(), path)
}

func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
