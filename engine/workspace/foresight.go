package workspace

import "math"

const (
	unknownAccuracy = .5 // before any prediction
	entropyWindow   = 10 // memories whose mean is expected to come again
	accuracyWindow  = 100
	ofEmptyStore    = 1.0 // the entropy of the first memory of a namespace, by convention and not by measuring
)

// Foresight is how well what comes is foreseen in one session. Before a memory is looked at, its entropy is predicted to be the running mean of
// those before, the newest weighing 1/10 after the first ten; the accuracy of that is 1 − min(|predicted − actual|, 1), and the mean that of the last
// 100 or so, the newest weighing 1/100 after the first hundred. It is the R of C where nobody says how well is predicted everywhere, see
// [Workspace.Foreseen].
type Foresight struct {
	Expected float64 // the next memory's entropy; meaningless before the first
	Mean     float64 // of the accuracies
	Seen     int     // memories, of which all but the first were predicted
}

// Observe takes the entropy of a memory, in [0,1]; that of an empty store, and what is not a number, is passed over.
func (f *Foresight) Observe(entropy float64) {
	if math.IsNaN(entropy) || entropy == ofEmptyStore {
		return
	}
	if f.Seen == 0 {
		f.Expected, f.Seen = entropy, 1
		return
	}
	accuracy := 1 - min(math.Abs(f.Expected-entropy), 1)
	f.Mean += (accuracy - f.Mean) / float64(min(f.Seen, accuracyWindow))
	f.Seen++
	f.Expected += (entropy - f.Expected) / float64(min(f.Seen, entropyWindow))
}

// Accuracy is in [0,1], .5 before anything was predicted.
func (f *Foresight) Accuracy() float64 {
	if f.Seen < 2 {
		return unknownAccuracy
	}
	return f.Mean
}

// Foreseen says how accurately surprise is predicted everywhere, in [0,1]: R from then on, until it is said again or the process ends.
func (w *Workspace) Foreseen(accuracy float64) { w.foreseen, w.told = accuracy, true }

// r is the R of C.
func (w *Workspace) r() float64 {
	if w.told {
		return w.foreseen
	}
	return w.foresight.Accuracy()
}
