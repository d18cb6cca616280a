package metautl

import (
	"math"
	"time"
)

// helpDays is for how many days the effect of learning is counted. A day's slot in the ring is its number modulo helpDays.
const helpDays = 90

// useful is the usefulness from which a hit counts as used.
const useful = .5

// help counts a day's judged answers. Day is in days since 1970, in UTC; 0: no answer yet.
type help struct {
	Day    uint32
	Counts [2][2]uint32 // by whether learned weights ranked the answer, and whether its first hit was used
}

// valid accepts all counts: every answer is counted once.
func (h *help) valid() bool { return h.Day > 0 || h.Counts == [2][2]uint32{} }

// first reports whether the first hit was used, as far as it was judged. It was if its usefulness is at least [useful]. It was not if its usefulness is lower, or if
// another hit was used and the first was not judged.
func (r *answer) first() (used, known bool) {
	if r == nil || r.Count == 0 {
		return false, false
	}
	if w := r.Hits[0].Useful; w == w {
		return w >= useful, true
	}
	for _, h := range r.Hits[1:r.Count] {
		if h.Useful >= useful {
			return false, true
		}
	}
	return false, false
}

// count adds an answer to its day; was is its earlier version, nil: none. An answer of a day that has left the ring is not counted.
func (d *draft) count(a *Answer, was, is *answer) {
	day := uint32(a.At.Unix() / (24 * 60 * 60))
	slot := day % helpDays
	h := d.helped[slot]
	if a.At.Unix() <= 0 || h.Day > day {
		return
	}
	if h.Day < day {
		h = help{Day: day}
	}
	before := h
	counts := &h.Counts[which(a.Learned)]
	if used, known := was.first(); known && counts[which(used)] > 0 {
		counts[which(used)]--
	}
	if used, known := is.first(); known {
		counts[which(used)]++
	}
	if h.Counts != before.Counts {
		d.helped[slot], d.helpedSlots[slot] = h, true
	}
}

func which(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Helped counts how often the first hit was used among judged answers: those for which an outcome was recorded, or a hit was read, stored again or forgotten.
type Helped struct {
	Before, After Share // with automatic weights, and with learned ones
	Days          []HelpedDay
}

// HelpedDay counts the judged answers of a day, which begins at midnight UTC.
type HelpedDay struct {
	Day           time.Time
	Before, After Share
}

// Share is a number of searches, and how many of them had their first hit used.
type Share struct{ Searches, Used int }

// Interval is the 95 % interval of the share by Wilson (1927), which is valid for few searches and for shares near 0 and 1. NaN without searches.
func (s Share) Interval() (low, high float64) {
	const z = 1.959964
	n, p := float64(s.Searches), s.Of()
	middle, width := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return (middle - width) / (1 + z*z/n), (middle + width) / (1 + z*z/n)
}

// Of is the share, in [0,1]; NaN without searches.
func (s Share) Of() float64 { return float64(s.Used) / float64(s.Searches) }

func (s *Share) add(counts [2]uint32) {
	s.Searches += int(counts[0] + counts[1])
	s.Used += int(counts[1])
}

// helpedDays returns the counts of the last helpDays days up to today, oldest first.
func (s *state) helpedDays(now time.Time) (out Helped) {
	today := uint32(max(now.Unix(), 0) / (24 * 60 * 60))
	for day := today - min(today, helpDays-1); day <= today; day++ {
		h := &s.helped[day%helpDays]
		if h.Day != day || h.Counts == [2][2]uint32{} {
			continue
		}
		of := HelpedDay{Day: time.Unix(int64(day)*24*60*60, 0).UTC()}
		of.Before.add(h.Counts[0])
		of.After.add(h.Counts[1])
		out.Before.add(h.Counts[0])
		out.After.add(h.Counts[1])
		out.Days = append(out.Days, of)
	}
	return out
}
