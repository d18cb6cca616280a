package workspace

import (
	"math"
	"time"

	"asterism/engine/fingerprint"
	"asterism/models"

	"github.com/google/uuid"
)

// Thought is a stored memory in the form in which a workspace judges it.
type Thought struct {
	ID        uuid.UUID
	Version   uint64
	Record    fingerprint.Record
	Purpose   [models.Count]float32 // alignments with the goals, calibrated; NaN absent; all zero: there is no goal
	Coherence float64               // ΔC of the memory with what is stored, 0…1
	Entropy   float64               // ΔS, 0…1
}

// neutral reports whether the thought was measured against no goal.
func (t *Thought) neutral() bool {
	for _, a := range t.Purpose {
		if a != 0 && a == a {
			return false
		}
	}
	return true
}

// alignments are the purpose vector as percentiles, which its calibration makes it: the share of unrelated texts that are less like the goal.
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
	look    int     // the number of the judgement with which it came
	r, fit  float64 // at its entry
	face    *memoryValues
	now     likeness // of the memory that is being judged with it

	acquainted bool       // the two below are filled
	cohort     []likeness // of the cohort's texts to it
	recent     []likeness // of the workspace's recent memories to it, in their order
}

// recentMemory is a memory that was judged lately.
type recentMemory struct {
	id      uuid.UUID
	version uint64
	record  fingerprint.Record
}
