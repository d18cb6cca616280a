package gpu

import (
	"testing"

	"asterism/models"
)

// TestPlan: what is evicted first, what stays, and what returns only with memory to spare.
func TestPlan(t *testing.T) {
	d := demand{chunks: 10, base: 100}
	for i, s := range evictionOrder {
		d.bySpace[s] = uint64(100 - 10*i)
	}
	whole := d.total(optional)
	lists := func(n int) models.Set { return optional.Without(models.SetOf(evictionOrder[:n]...)) }
	for name, c := range map[string]struct {
		limit  uint64
		change func(*demand)
		spaces models.Set
		chunks int
	}{
		"all fit":                    {whole, nil, optional, 10},
		"a byte is missing":          {whole - 1, nil, lists(1), 10},
		"two must go":                {whole - 101, nil, lists(2), 10},
		"only heads":                 {100, nil, 0, 10},
		"half of the chunks":         {50, nil, 0, 5},
		"nothing":                    {0, nil, 0, 0},
		"no room to come back":       {whole, func(d *demand) { d.evicted = models.SetOf(evictionOrder[0]) }, lists(1), 10},
		"room to come back":          {whole + whole/15, func(d *demand) { d.evicted = models.SetOf(evictionOrder[0]) }, optional, 10},
		"one cannot be had":          {whole, func(d *demand) { d.unavailable = models.SetOf(models.HDC) }, optional.Without(models.SetOf(models.HDC)), 10},
		"its room is for the others": {whole - 90, func(d *demand) { d.unavailable = models.SetOf(models.HDC) }, optional.Without(models.SetOf(models.HDC)), 10},
		"no chunks":                  {0, func(d *demand) { *d = demand{} }, optional, 0},
	} {
		d := d
		if c.change != nil {
			c.change(&d)
		}
		if spaces, chunks := d.fit(c.limit); spaces != c.spaces || chunks != c.chunks {
			t.Errorf("%s: %v of %d chunks, want %v of %d", name, spaces.Spaces(), chunks, c.spaces.Spaces(), c.chunks)
		}
	}
}

// TestTighter: a limit that was too high is lowered every time, also if all of it was used.
func TestTighter(t *testing.T) {
	for _, c := range []struct{ used, need, bound, want uint64 }{
		{50, 90, 100, 50}, {95, 90, 100, 89}, {100, 200, 100, 99}, {0, 90, 100, 0}, {0, 0, 0, 0},
	} {
		if got := lowerBound(c.used, c.need, c.bound); got != c.want || got >= c.bound && c.bound > 0 {
			t.Errorf("%d used, %d needed, bound %d: %d, want %d", c.used, c.need, c.bound, got, c.want)
		}
	}
}
