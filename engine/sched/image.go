package sched

import "asterism/engine/batch"

// imageLength is the cost of an image in this lane, in tokens; zero if the space sees no
// images.
func (l *lane) imageLength(job *Job) int {
	if len(job.Image) == 0 {
		return 0
	}
	return l.cfg.Image
}

// gatherImages makes the batch of rows that are all images.
func (l *lane) gatherImages(rows []row) *batch.Batch {
	images := make([][]float32, len(rows))
	for i := range rows {
		images[i] = rows[i].source().Image
	}
	return batch.OfImages(l.role, images)
}
