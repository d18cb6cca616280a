package sched

import (
	"time"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// Job is one text, or one image, to embed. It must not be changed until Embed has returned without a cancelled ctx; after a
// cancellation its slices may still be read while a batch is running.
type Job struct {
	Text   string
	Tokens map[string][]int32 // ids of the bare text by tokenizer family; special tokens and prefix are the lanes' frames
	Time   int64              // the text's time in Unix nanoseconds
	Ref    int64              // reference time of E2 in Unix nanoseconds
	Role   batch.Role
	Spaces models.Set // the spaces wanted; zero means every space that has a lane

	// Image makes the job an image: its pixel values, float32 [3, Size, Size]. Text and Tokens stay empty; spaces without images are
	// absent, the temporal ones are not. An empty Image that is not nil is an image that cannot be embedded: it is absent in all but the
	// temporal spaces.
	Image []float32

	// Packed says that the values are only stored: those that a backend can pack are in [Result.Record], the others in Values.
	Packed bool
}

// Result is the result of one job.
type Result struct {
	Values  fingerprint.Fingerprint // spaces that are not asked for, undefined or failed are absent
	Record  *fingerprint.Record     // of a job with Packed, if a backend packs: the spaces with packed values, which are absent in Values; otherwise nil
	Windows int                     // windows of the space that needed most; 1 for a text that fits in all spaces
	Dropped int                     // token vectors beyond the cap of a token-level space
	Device  string                  // the backends that worked on it
	Timings Timings
	Err     error // nil, or a *MissingError
}

// Timings say where a job's time was spent. Its spaces run concurrently, so these are the longest of them.
type Timings struct {
	Queue time.Duration // from the hand-over to the start of a batch
	Infer time.Duration // in a backend
}
