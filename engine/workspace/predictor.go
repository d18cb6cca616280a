package workspace

import "math"

const (
	unknownAccuracy = .5 // before any prediction
	entropyWindow   = 10 // number of memories whose mean is the prediction
	accuracyWindow  = 100
	ofEmptyStore    = 1.0 // the entropy of the first memory of a namespace, by convention, not measured
)

// Predictor measures how well a session's entropies can be predicted. Before a memory is judged, its entropy is
// predicted as the running mean of the earlier ones, in which the newest weighs 1/10 after the first ten. The accuracy
// is 1 − min(|predicted − actual|, 1), averaged over about the last 100, where the newest weighs 1/100 after the first
// hundred. It is the R of C unless [Workspace.SetAccuracy] sets one.
type Predictor struct {
	Expected float64 // the next memory's entropy; meaningless before the first
	Mean     float64 // of the accuracies
	Seen     int     // memories, of which all but the first were predicted
}

// Observe adds the entropy of a memory, in [0,1]; that of an empty store, and NaN, is ignored.
func (f *Predictor) Observe(entropy float64) {
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

// Accuracy is in [0,1], .5 before any prediction.
func (f *Predictor) Accuracy() float64 {
	if f.Seen < 2 {
		return unknownAccuracy
	}
	return f.Mean
}

// SetAccuracy sets the accuracy of surprise predictions over all sessions, in [0,1]. It is R from then on, until the
// next call or the end of the process.
func (w *Workspace) SetAccuracy(accuracy float64) { w.accuracy, w.accuracySet = accuracy, true }

// r returns the R of C.
func (w *Workspace) r() float64 {
	if w.accuracySet {
		return w.accuracy
	}
	return w.foresight.Accuracy()
}
