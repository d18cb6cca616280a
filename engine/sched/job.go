package sched

import (
	"time"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// Job is one text, or one image, to embed. It must not be changed until Embed has returned without a cancelled ctx; after a
// cancellation its slices may still be read for as long as a running batch takes.
type Job struct {
	Text   string
	Tokens map[string][]int32 // ids of the bare text by tokenizer family; special tokens and prefix are the lanes' frames
	Time   int64              // the text's time in Unix nanoseconds
	Ref    int64              // reference time of E2 in Unix nanoseconds
	Role   batch.Role
	Spaces models.Set // the spaces wanted; zero means every space that has a lane

	// Image makes the job an image: its pixel values, float32 [3, Size, Size]. Text and Tokens stay empty; a space that sees no images is
	// absent, the temporal ones are not. An empty Image that is not nil is one that cannot be seen: it is absent everywhere but in time.
	Image []float32

	// Packed says that the values are only to be stored: those that a backend can pack come in [Result.Record], the others in its Values.
	Packed bool
}

// Result is what became of one job.
type Result struct {
	Values  fingerprint.Fingerprint // spaces not asked for, undefined or failed are absent
	Record  *fingerprint.Record     // of a job that may be packed, where a backend packs: the spaces that came so, which are absent in Values; else nil
	Windows int                     // windows of the space that needed most; 1 for a text that fits everywhere
	Dropped int                     // token vectors beyond the cap of a token-level space
	Device  string                  // the backends that worked on it
	Timings Timings
	Err     error // nil, or a *MissingError
}

// Timings say where a job's time went. Its spaces run side by side, so these are the longest of them.
type Timings struct {
	Queue time.Duration // from the hand-over to the start of a batch
	Infer time.Duration // in a backend
}
