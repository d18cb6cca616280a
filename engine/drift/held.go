package drift

import (
	"time"

	"asterism/models"
)

// Held says since when a level has not changed, by the measurements of one series.
type Held struct {
	Level  Level     // "" where the space is absent
	Since  time.Time // time of the first measurement with this level
	Checks int       // number of measurements with it
	Before Level     // level of the measurement before; "": there is none, so the level may be older
}

// LevelsHeld returns since when the levels of the newest entry have not changed: the overall one and those of the spaces. entries are a series, oldest
// first, and not empty.
func LevelsHeld(entries []Entry) (overall Held, spaces [models.Count]Held) {
	overall = held(entries, func(e *Entry) Level { return e.Level })
	for s := range spaces {
		spaces[s] = held(entries, func(e *Entry) Level { return e.Spaces[s].Level })
	}
	return overall, spaces
}

func held(entries []Entry, of func(*Entry) Level) (h Held) {
	for i := len(entries) - 1; i >= 0; i-- {
		level := of(&entries[i])
		if h.Checks == 0 {
			h.Level = level
		}
		if level != h.Level {
			h.Before = level
			break
		}
		h.Since = entries[i].At
		h.Checks++
	}
	if h.Level == "" {
		return Held{}
	}
	return h
}
