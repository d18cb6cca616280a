package engine

import (
	"context"

	"asterism/engine/batch"
	"asterism/engine/fault"
	"asterism/engine/sched"
	"asterism/models"
)

// byImage are the spaces that an image is searched in.
var byImage = models.SetOf(models.Multimodal)

// readImage looks at the image of a question that has one instead of a text, and keeps the search to the space that sees it.
func (e *Engine) readImage(ctx context.Context, q *Question) (*sight, error) {
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
	return e.sight(ctx, "image", q.Image)
}

// weighImage is [asked.weigh] for an image.
func (a *asked) weighImage() {
	a.found.Profile, a.found.Weights = ModalityImage, [models.Count]float64{models.Multimodal: 1}
}

// jobOfQuestion is step 2 of a question: the ids of its words and of those that misspelt ones stand for, or its image.
func (e *Engine) jobOfQuestion(a *asked, text string, spaces models.Set) *sched.Job {
	if a.image != nil {
		return imageJob(a.image, a.search.Time, e.now(), batch.Query, spaces)
	}
	return e.job(text, "", a.search.Time, batch.Query, spaces)
}
