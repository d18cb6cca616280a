package embedder

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"time"

	"asterism/engine/batch"
	"asterism/engine/fault"
	"asterism/engine/picture"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/models"
)

// ModalityImage is the modality of a memory whose content names an image: see [picture.Read] for the possible forms. Such a memory has
// values only in E10 and the temporal spaces; its rationale and tags are stored but not embedded.
const ModalityImage = "image"

// IsImage reports whether a memory's content names an image.
func IsImage(m *store.Memory) bool { return m.Modality == ModalityImage }

// Image is an image in the form that a model takes.
type Image struct {
	Hash   [32]byte // identifies copies: a hash of the file's bytes that no text has
	Pixels []float32
	Took   time.Duration // to read and prepare it
}

// decoders bounds how many images are decoded at a time in this process: one of [picture.MaxPixels] takes half a gigabyte.
var decoders = make(chan struct{}, 2)

// ReadImage reads and prepares the image that content names. name is the name of the argument with the content, for the error, whose kind is
// INVALID_PARAMS if the image is invalid.
func (m *Embedder) ReadImage(ctx context.Context, name, content string) (*Image, error) {
	tower, err := m.tower()
	if err != nil {
		return nil, err
	}
	select {
	case decoders <- struct{}{}:
		defer func() { <-decoders }()
	case <-ctx.Done():
		return nil, fault.Embedding(ctx.Err())
	}
	start := time.Now()
	data, err := picture.Read(content, m.images)
	if err != nil {
		return nil, unseen(name, err)
	}
	pixels, err := prepare(data, tower)
	if err != nil {
		return nil, unseen(name, err)
	}
	return &Image{Hash: imageHash(data), Pixels: pixels, Took: time.Since(start)}, nil
}

// prepare converts a file's bytes to what the tower takes: float32 [3, Size, Size].
func prepare(data []byte, t *models.ImageTower) ([]float32, error) {
	whole, err := picture.Decode(data)
	if err != nil {
		return nil, err
	}
	square, err := whole.Square(t.Size)
	if err != nil {
		return nil, err
	}
	return square.Planes(make([]float32, 0, 3*t.Size*t.Size), t.Mean, t.Std), nil
}

// tower returns the image format of the profile's models; without one, the error says what to do.
func (m *Embedder) tower() (*models.ImageTower, error) {
	if d, ok := m.manifest.Model(models.Multimodal); ok && d.Image != nil {
		return d.Image, nil
	}
	hint := "store a description as text; images come with the full profile"
	if m.manifest.Profile != DefaultProfile {
		hint = fmt.Sprintf("store a description as text, or fetch the model with `asterism models pull --profile %s --space E10`", m.manifest.Profile)
	}
	return nil, fault.Invalid("modality %q needs an image model, which the %s profile does not have", hint, ModalityImage, m.manifest.Profile)
}

// unseen converts an error of package picture to one of ours, with a hint.
func unseen(name string, err error) error {
	hint := "send a data URI such as data:image/png;base64,…, or the path of a file in a folder that the server allows with --images"
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		hint = "make it smaller: the model looks at a few hundred pixels a side"
	case errors.Is(err, picture.ErrFormat):
		hint = "give a PNG, JPEG or still WebP"
	}
	return &fault.Error{Kind: fault.KindInvalid, Message: name + " is no image that can be remembered", Hint: hint, Err: err}
}

// imageHash is for images what the hash of a text is for texts: SHA-256 of the file's bytes, in a form that no text has, since texts contain no NUL. So
// the same file sent as a data URI and by its path is the same image.
func imageHash(data []byte) (out [32]byte) {
	h := sha256.New()
	h.Write([]byte(ModalityImage + "\x00")) // writing to a hash never fails
	h.Write(data)
	return [32]byte(h.Sum(nil))
}

// JobOf is step 2 for a memory: its text's token ids, or the pixels of its image. An image that was not read has values only in the temporal
// spaces.
func (m *Embedder) JobOf(memory *store.Memory, s *Image, now time.Time, spaces models.Set) *sched.Job {
	if !IsImage(memory) {
		return m.Job(memory.Content, memory.Rationale, memory.Time, now, batch.Passage, spaces)
	}
	if s == nil {
		s = &Image{}
	}
	return ImageJob(s, memory.Time, now, batch.Passage, spaces)
}

// ImageJob returns the job of an image that was read.
func ImageJob(s *Image, when, now time.Time, role batch.Role, spaces models.Set) *sched.Job {
	pixels := s.Pixels
	if pixels == nil {
		pixels = []float32{}
	}
	return &sched.Job{Image: pixels, Time: when.UnixNano(), Ref: now.UnixNano(), Role: role, Spaces: spaces}
}

// The cost of an image in a batch, for CLIP ViT-L/14. Nothing else depends on these numbers.
const (
	// patch is the side, in pixels, of the squares into which an image is cut.
	patch = 14
	// squareCost is how many tokens of a text take as long as a square: its 24 layers of width 1024 are 3.6 times the work of 12 of width 768. So
	// a processor computes one image per batch: three in one batch took 5.2 s of a core each, and 4.3 s alone.
	squareCost = 4
)

// imageTokens is how many tokens of a text an image costs: its squares and one token for the whole image; 0 for a model without images.
func imageTokens(d *models.Model) int {
	if d.Image == nil {
		return 0
	}
	side := max(1, d.Image.Size/patch)
	return squareCost * (side*side + 1)
}

// CheckFolders refuses image folders that are not folders.
func CheckFolders(folders []string) error {
	for _, dir := range folders {
		info, err := os.Stat(dir)
		if err != nil {
			return &fault.Error{Kind: fault.KindInvalid, Message: "allow images", Err: err, Hint: "name a folder that is there with --images"}
		}
		if !info.IsDir() {
			return fault.Invalid("allow images: %s is a file", "name its folder with --images", dir)
		}
	}
	return nil
}
