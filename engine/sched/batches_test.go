package sched

import (
	"cmp"
	"reflect"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"asterism/engine/batch"
	"asterism/models"
)

// Whatever arrives, from any number of callers: every row is in exactly one batch, no batch costs more than
// the budget, rows that must not be mixed are not, and every job gets its own values, as if it were alone.
func TestRowsTravelOnceWithinBudgetAndUnchanged(t *testing.T) {
	spaces := []models.Space{models.Graph, models.Splade, models.HDC, models.TemporalRecent, models.LateInteraction}
	rapid.Check(t, func(rt *rapid.T) {
		budget := batch.Budget{
			Tokens: rapid.IntRange(1, 300).Draw(rt, "tokens"),
			Rows:   rapid.IntRange(1, 16).Draw(rt, "rows"),
		}
		own := batch.Budget{Tokens: rapid.IntRange(0, 80).Draw(rt, "tokens of one lane"), Rows: rapid.IntRange(0, 4).Draw(rt, "rows of one lane")}
		lanes := lanesOf(0, 0, spaces...)
		lanes[1].Budget = own
		f := &fake{name: "fake", spaces: models.All}
		s, err := New(Config{
			Lanes: lanes, Backends: backends(f), Budget: budget,
			Workers: rapid.IntRange(1, 3).Draw(rt, "workers"), QueueCap: rapid.IntRange(1, 64).Draw(rt, "cap"),
			QuestionCap: rapid.IntRange(1, 64).Draw(rt, "question cap"),
			Patience:    rapid.SampledFrom([]time.Duration{always, DefaultPatience, never}).Draw(rt, "patience"),
		})
		if err != nil {
			rt.Fatal(err)
		}
		calls := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(1, 60), 1, 40), 1, 5).Draw(rt, "calls")
		mix := rapid.SampledFrom([]int{1, 2, 7, 40}).Draw(rt, "jobs of a role in a row")
		embedAll(rt, s, calls, mix, rapid.Bool().Draw(rt, "refs"))
		if err := s.Close(t.Context()); err != nil {
			rt.Fatal(err)
		}
		total := 0
		for _, c := range calls {
			total += len(c)
		}
		budgets := map[models.Space]batch.Budget{}
		for _, space := range spaces {
			budgets[space] = budget
		}
		budgets[lanes[1].Space] = batch.Budget{Tokens: cmp.Or(own.Tokens, budget.Tokens), Rows: cmp.Or(own.Rows, budget.Rows)}
		checkBatches(rt, f.batches(), budgets, total, mix, spaces)
		for _, l := range s.Stats().Lanes {
			if l.Rows != int64(total) || l.Queued != 0 || l.Tokens > l.Padded {
				rt.Fatalf("statistics of %s: %+v after %d jobs", l.Space, l, total)
			}
		}
	})
}

// roleOf gives the first mix jobs one role, the next mix the other, and so on.
func roleOf(first, mix int) batch.Role { return batch.Role(first / mix % roles) }

// embedAll runs the calls concurrently and compares every value with that of the row alone.
func embedAll(rt *rapid.T, s *Scheduler, calls [][]int, mix int, manyRefs bool) {
	var wg sync.WaitGroup
	first := 0
	for _, lengths := range calls {
		jobs := make([]*Job, len(lengths))
		for i, n := range lengths {
			first++
			jobs[i] = job(first, n)
			jobs[i].Role = roleOf(first, mix)
			if manyRefs {
				jobs[i].Ref = int64(first % 3)
			}
		}
		wg.Go(func() {
			results, err := s.Embed(rt.Context(), jobs...)
			if err != nil {
				rt.Errorf("embed: %v", err)
				return
			}
			for i, r := range results {
				checkAlone(rt, s, jobs[i], r)
			}
		})
	}
	wg.Wait()
}

func checkAlone(rt *rapid.T, s *Scheduler, j *Job, r Result) {
	for _, space := range s.spaces.Spaces() {
		row := j.Tokens[family]
		switch space {
		case models.HDC:
			row = toIDs(j.Text)
		case models.TemporalRecent:
			row = []int32{int32(j.Time), int32(j.Ref)}
		}
		if !reflect.DeepEqual(r.Values[space], valueOf(space, row)) {
			rt.Errorf("%s of job %d is not what it is alone", space, j.Time)
		}
	}
	if r.Err != nil || r.Windows != 1 || r.Device != "fake" {
		rt.Errorf("result says %v, %d windows, device %q", r.Err, r.Windows, r.Device)
	}
}

func checkBatches(rt *rapid.T, batches []seen, budgets map[models.Space]batch.Budget, total, mix int, spaces []models.Space) {
	count := map[models.Space]map[int32]int{}
	var ofRole, wantOfRole [roles]int
	for first := 1; first <= total; first++ {
		wantOfRole[roleOf(first, mix)] += len(spaces)
	}
	for _, space := range spaces {
		count[space] = map[int32]int{}
	}
	for _, b := range batches {
		ofRole[b.batch.Role] += b.batch.Rows()
		budget := budgets[b.space]
		if cost := b.batch.Rows() * b.batch.MaxLen(); b.batch.Rows() > 1 && (cost > budget.Tokens || b.batch.Rows() > budget.Rows) {
			rt.Fatalf("%s: %d rows cost %d, budget %+v", b.space, b.batch.Rows(), cost, budget)
		}
		if b.batch.Texts != nil { // all x: their content does not distinguish them
			count[b.space][0] += b.batch.Rows()
			continue
		}
		for i := range b.batch.Rows() {
			first := numbersOf(b.batch, i)[0]
			count[b.space][first]++
			if id := first / 1000; b.batch.IDs != nil && roleOf(int(id), mix) != b.batch.Role {
				rt.Fatalf("%s: job %d travels under role %d", b.space, id, b.batch.Role)
			}
		}
	}
	if ofRole != wantOfRole {
		rt.Fatalf("%v rows went as passages and questions, want %v", ofRole, wantOfRole)
	}
	for space, rows := range count {
		if space == models.HDC {
			if rows[0] != total {
				rt.Fatalf("%s embedded %d rows of %d", space, rows[0], total)
			}
			continue
		}
		if len(rows) != total {
			rt.Fatalf("%s embedded %d different rows of %d", space, len(rows), total)
		}
		for first, n := range rows {
			if n != 1 {
				rt.Fatalf("%s embedded row %d %d times", space, first, n)
			}
		}
	}
}
