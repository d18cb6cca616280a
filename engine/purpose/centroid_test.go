package purpose

import (
	"math"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// TestCentroidLiesInTheMiddle: it is nearer to its memories than these are to each other, in every space that has a
// centre.
func TestCentroidLiesInTheMiddle(t *testing.T) {
	c, members := NewCentroid(), []fingerprint.Fingerprint{}
	for i := range uint64(9) {
		v := drawn(i, contentSpaces)
		members = append(members, v)
		record := packed(t, &v)
		c.Add(&record)
	}
	c.Add(&fingerprint.Record{}) // a memory that is gone
	centre := c.Values()
	if c.Count() != 9 {
		t.Errorf("the centre of %d memories", c.Count())
	}
	if !centre[models.LateInteraction].Absent() || centre.Present() != contentSpaces.Without(models.SetOf(models.LateInteraction)) {
		t.Errorf("spaces %v", centre.Present().Spaces())
	}
	for _, s := range centre.Present().Spaces() {
		near, between := 0.0, 0.0
		for i := range members {
			near += fingerprint.Similarity(s, &centre[s], &members[i][s]) / 9
			between += fingerprint.Similarity(s, &members[i][s], &members[(i+1)%9][s]) / 9
		}
		if near <= between+.02 {
			t.Errorf("%v: %.3f to the centre, %.3f to each other", s, near, between)
		}
		if _, err := fingerprint.Pack(s, centre[s]); err != nil {
			t.Errorf("the centre is no value of its space: %v", err)
		}
	}
}

func TestCentroidOfOneIsItself(t *testing.T) {
	v := drawn(3, contentSpaces)
	record, c := packed(t, &v), NewCentroid()
	c.Add(&record)
	centre := c.Values()
	for _, s := range centre.Present().Spaces() {
		if x := fingerprint.Similarity(s, &centre[s], &v[s]); math.Abs(x-1) > 1e-3 {
			t.Errorf("%v: %v to its only member", s, x)
		}
	}
	if none := NewCentroid().Values(); none.Present() != 0 {
		t.Errorf("nothing has a centre in %v", none.Present().Spaces())
	}
}

// TestOppositeMemoriesHaveNoCentre: the space is absent, and not a vector of zeros.
func TestOppositeMemoriesHaveNoCentre(t *testing.T) {
	v := drawn(4, models.SetOf(models.Semantic))
	record, c := packed(t, &v), NewCentroid()
	c.Add(&record)
	for i := range record[models.Semantic].Int8 {
		record[models.Semantic].Int8[i] *= -1
	}
	c.Add(&record)
	if centre := c.Values(); !centre[models.Semantic].Absent() {
		t.Error("opposite vectors have a centre")
	}
}
