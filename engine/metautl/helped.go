package metautl

import (
	"math"
	"time"
)

// helpDays is over how many days it is counted whether what was learned helps. A day's place in the ring is its number modulo this.
const helpDays = 90

// useful is from which worth on a hit was used.
const useful = .5

// help is a day's judged answers, counted. Day counts days since 1970, in UTC; 0: nothing yet.
type help struct {
	Day    uint32
	Counts [2][2]uint32 // by whether learned weights ranked the answer, then by whether its first hit was used
}

// valid allows any counts: every answer is counted once.
func (h *help) valid() bool { return h.Day > 0 || h.Counts == [2][2]uint32{} }

// first says whether the first hit was used, as far as anybody said: it was worth at least [useful]; it was not if it was worth less, or if another hit was and nothing is
// known of the first.
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

// count takes an answer into its day; was is what was known of it before, nil: nothing. An answer of a day that has left the ring is not counted.
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

// Helped is how often the first hit of an answer was used, of the answers that somebody judged: recorded an outcome of, or read, stored again or forgot a hit of.
type Helped struct {
	Before, After Share // ranked by automatic weights; and by learned ones
	Days          []HelpedDay
}

// HelpedDay are the judged answers of a day, which begins at midnight UTC.
type HelpedDay struct {
	Day           time.Time
	Before, After Share
}

// Share is how many of some searches had their first hit used.
type Share struct{ Searches, Used int }

// Interval is the 95 % interval of the share, by Wilson (1927), which holds for few searches and for shares near 0 and 1. NaN without searches.
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

// tellHelped puts the days together that end with today, oldest first.
func (s *state) tellHelped(now time.Time) (out Helped) {
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
