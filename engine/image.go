package engine

import (
	"context"

	"asterism/engine/batch"
	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/picture"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/models"
)

// ModalityImage is the modality of a memory whose content names an image: see [picture.Read] for the possible forms. Such a memory has
// values only in E10 and the temporal spaces; its rationale and tags are stored, but not embedded.
const ModalityImage = embedder.ModalityImage

// byImage are the spaces in which an image is searched.
var byImage = models.SetOf(models.Multimodal)

// readImage reads the image of a question that has one instead of a text, and restricts the search to the space that sees it.
func (s *searcher) readImage(ctx context.Context, q *Question) (*embedder.Image, error) {
	if q.Image == "" {
		return nil, nil
	}
	switch {
	case q.Text != "":
		return nil, fault.Invalid("both %s and %s are given", "a search looks for a text or for an image: leave one of them out", "query", "image")
	case !auto(*q):
		return nil, fault.Invalid("profile %q weighs spaces, and an image is searched in E10 alone", "leave profile out", q.Profile)
	case q.Direction != "":
		return nil, fault.Invalid("direction %q needs space E5, which sees no images", "leave direction out", q.Direction)
	case q.Spaces.Without(byImage) != 0:
		return nil, fault.Invalid("%s sees no images", "leave spaces out: an image is searched in E10", q.Spaces.Without(byImage).Spaces()[0])
	}
	q.Spaces = byImage
	if err := checkImageContent("image", q.Image); err != nil {
		return nil, err
	}
	return s.embedder.ReadImage(ctx, "image", q.Image)
}

// weighImage is [asked.weigh] for an image.
func (a *asked) weighImage() {
	a.found.Profile, a.found.Weights = ModalityImage, [models.Count]float64{models.Multimodal: 1}
}

// jobOfQuestion is step 2 of a question: the ids of its words and of the corrections of misspelt ones, or its image.
func (s *searcher) jobOfQuestion(a *asked, text string, spaces models.Set) *sched.Job {
	if a.image != nil {
		return embedder.ImageJob(a.image, a.search.Time, s.now(), batch.Query, spaces)
	}
	return s.job(text, "", a.search.Time, batch.Query, spaces)
}

func checkImageContent(name, v string) error {
	if len(v) > MaxImageContentBytes {
		return fault.Invalid("%s is %d bytes long, the limit of an image is %d", "make the image smaller, or name a file in a folder that the server allows with --images", name, len(v), MaxImageContentBytes)
	}
	return checkText(name, v, MaxImageContentBytes, true)
}

// identify sets the hash that identifies copies of a memory. An image must be read for that, and is returned; nil for a text.
func (w *writer) identify(ctx context.Context, m *store.Memory) (*embedder.Image, error) {
	if !embedder.IsImage(m) {
		m.TextHash = TextHash(m.Content)
		return nil, nil
	}
	s, err := w.embedder.ReadImage(ctx, "content", m.Content)
	if err != nil {
		return nil, err
	}
	m.TextHash = s.Hash
	return s, nil
}

// Shown returns what a line about a memory shows: its text, or a description of the image.
func Shown(m *store.Memory) string {
	if !embedder.IsImage(m) {
		return m.Content
	}
	words, _ := picture.Describe(m.Content)
	return words
}

// SentWhole reports whether a memory's content is the image itself: megabytes of base64, which a reader cannot use.
func SentWhole(m *store.Memory) bool {
	if !embedder.IsImage(m) {
		return false
	}
	_, whole := picture.Describe(m.Content)
	return whole
}
