package dream

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"
)

// MaxReplays is how many memories one dream replays at most.
const MaxReplays = 100

// recencyScale is the age at which a memory's recency has fallen to one half.
const recencyScale = 7 * 24 * time.Hour

// Candidate is a memory that may be replayed. Alignment is θ of its purpose vector in [0,1]; Neutral when there is no goal.
type Candidate struct {
	ID        uuid.UUID
	Time      time.Time
	Alignment float64
}

// Neutral is the alignment of a memory in a namespace without goals.
const Neutral = .5

// Recency is 1/(1 + age/7 days): 1 now, ½ after a week, ⅕ after four. It falls as a power of the age, as what people keep
// does (J. T. Wixted and E. B. Ebbesen, On the form of forgetting, 1991), so that in a namespace nobody has touched for
// years the newest still come first; an exponential would have them all at 0. A time to come counts as now.
func Recency(t, now time.Time) float64 {
	age := max(0, now.Sub(t))
	return 1 / (1 + float64(age)/float64(recencyScale))
}

// Priority is 0.8·recency + 0.2·alignment.
func (c *Candidate) Priority(now time.Time) float64 {
	return .8*Recency(c.Time, now) + .2*c.Alignment
}

// Replays chooses the n candidates of highest priority, highest first, ties by id.
func Replays(all []Candidate, now time.Time, n int) []Candidate {
	out := slices.Clone(all)
	slices.SortFunc(out, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Priority(now), a.Priority(now)), bytes.Compare(a.ID[:], b.ID[:]))
	})
	return out[:min(n, len(out))]
}
