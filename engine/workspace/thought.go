package workspace

import (
	"math"
	"time"

	"asterism/engine/fingerprint"
	"asterism/models"

	"github.com/google/uuid"
)

// Thought is a stored memory in the form that a workspace judges.
type Thought struct {
	ID        uuid.UUID
	Version   uint64
	Record    fingerprint.Record
	Purpose   [models.Count]float32 // alignments with the goals, calibrated; NaN: absent; all zero: there is no goal
	Coherence float64               // ΔC of the memory with the stored ones, 0…1
	Entropy   float64               // ΔS, 0…1
}

// neutral reports whether the thought was measured without a goal.
func (t *Thought) neutral() bool {
	for _, a := range t.Purpose {
		if a != 0 && a == a {
			return false
		}
	}
	return true
}

// alignments returns the purpose vector as percentiles, which its calibration gives: the share of unrelated texts that are less similar to
// the goal.
func (t *Thought) alignments() (p Percentiles) {
	for s, a := range t.Purpose {
		p[s] = float64(a)
		if !timeless.Has(models.Space(s)) {
			p[s] = math.NaN()
		}
	}
	return p
}

// member is a memory that the workspace compares others with: a member, or the waiting one.
type member struct {
	id      uuid.UUID
	version uint64
	purpose [models.Count]float32
	neutral bool
	entered time.Time
	look    int     // number of the judgement with which it arrived
	r, fit  float64 // at its entry
	face    *memoryValues
	now     likeness // similarity of the memory that is being judged

	acquainted bool       // the two fields below are filled
	cohort     []likeness // similarity of the cohort's texts to it
	recent     []likeness // similarity of the workspace's recent memories to it, in their order
}

// recentMemory is a recently judged memory.
type recentMemory struct {
	id      uuid.UUID
	version uint64
	record  fingerprint.Record
}
