package dashboard

import (
	"context"
	"maps"
	"slices"
	"time"

	"asterism/engine"
	"asterism/mcp/arguments"
	"asterism/mcp/tools"
)

// mostBins is how many bins a time line has at most. If it would have more days, it has months, and if more of those, years.
const mostBins = 1500

// Days counts memories by day, month or year of their time, in Zone, the earliest first. Bins without memories are left out.
type Days struct {
	Unit     string `json:"unit"` // day, month, year
	Bins     []Bin  `json:"bins"`
	Memories int    `json:"memories"` // in all of them
	Zone     string `json:"zone"`     // its name in the time zone database: the requested one, or UTC if this machine does not know that
}

// Bin is one of the bins. From is its first day.
type Bin struct {
	From     string `json:"from"`
	Before   string `json:"before"` // the first day of the next one
	Memories int    `json:"memories"`
}

func days(a *arguments.Given) func(context.Context, *tools.Engine) (any, error) {
	q := engine.ListQuestion{Namespace: a.Text("namespace", engine.MaxNameBytes), Tags: a.Tags("tags"), Zone: zoneOf(a.Text("zone", engine.MaxNameBytes))}
	return func(ctx context.Context, e *tools.Engine) (any, error) {
		counts, err := e.Days(ctx, q)
		if err != nil {
			return nil, err
		}
		out := daysFrom(counts)
		out.Zone = q.Zone
		return out, nil
	}
}

// zoneOf returns the zone that the browser named if it is known here, else UTC. A server in a minimal container has no time zone database.
func zoneOf(name string) string {
	if _, err := time.LoadLocation(name); err != nil || name == "" {
		return "UTC"
	}
	return name
}

func daysFrom(counts map[int64]int) Days {
	for _, unit := range []string{"day", "month"} {
		if d := binned(counts, unit); len(d.Bins) <= mostBins {
			return d
		}
	}
	d := binned(counts, "year")
	if len(d.Bins) > mostBins { // times of all ages: the latest years are shown
		d.Bins = d.Bins[len(d.Bins)-mostBins:]
	}
	return d
}

// binned counts by one unit.
func binned(counts map[int64]int, unit string) Days {
	out := Days{Unit: unit, Bins: []Bin{}}
	for _, day := range slices.Sorted(maps.Keys(counts)) {
		from, before := spanOf(time.Unix(day*24*60*60, 0).UTC(), unit)
		out.Memories += counts[day]
		if n := len(out.Bins); n > 0 && out.Bins[n-1].From == from {
			out.Bins[n-1].Memories += counts[day]
			continue
		}
		out.Bins = append(out.Bins, Bin{from, before, counts[day]})
	}
	return out
}

// spanOf returns the first day of a day's unit, and that of the next.
func spanOf(day time.Time, unit string) (from, before string) {
	y, m, _ := day.Date()
	first, next := day, day.AddDate(0, 0, 1)
	switch unit {
	case "month":
		first, next = time.Date(y, m, 1, 0, 0, 0, 0, time.UTC), time.Date(y, m+1, 1, 0, 0, 0, 0, time.UTC)
	case "year":
		first, next = time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(y+1, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	return first.Format(time.DateOnly), next.Format(time.DateOnly)
}
