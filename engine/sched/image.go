package sched

import "asterism/engine/batch"

// imageLength is what an image costs in this lane, in tokens; zero where it cannot be seen.
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
