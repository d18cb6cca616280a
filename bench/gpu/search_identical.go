package main

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"asterism/bench/mixture"
	"asterism/bench/report"
	"asterism/engine/search"
	"asterism/models"
)

// toldDifferences is how many questions with different answers are reported.
const toldDifferences = 3

// identical is the share of questions to which the GPU and the processor give the same ids in the same order, and the part of the processor's ten that the GPU
// finds. Of an index that is not bounded the processor compares every memory exactly; of a bounded one it chooses candidates, as it would without a GPU.
func (l *searchSetup) identical(ctx context.Context) ([]report.Row, error) {
	until, same, found, n := time.Now().Add(l.size.truth), 0, 0.0, 0
	for _, q := range l.questions(false) {
		if n > 0 && time.Now().After(until) {
			break
		}
		got, err := l.index.Search(ctx, &q)
		if err != nil {
			return nil, err
		}
		want, err := l.processor(ctx, q)
		if err != nil {
			return nil, err
		}
		n++
		found += mixture.Overlap(mixture.IDs(got), mixture.IDs(want))
		if differs := difference(got, want); differs == "" {
			same++
		} else if n-same <= toldDifferences {
			say("search: question %d: %s", n, differs)
		}
	}
	say("search: %d of %d questions have the processor's ten best", same, n)
	name, goal := "_identical", 1.0
	if l.size.bounded {
		name, goal = "_as_processor", report.NoGoal
	}
	rows := []report.Row{
		report.Higher(l.name()+name, "of questions", goal, float64(same)/float64(n)),
		report.Higher(l.name()+"_recall10", "1", report.NoGoal, found/float64(n)),
	}
	for i := range rows {
		rows[i].Runs = n
	}
	return rows, nil
}

// processor is the answer without the GPU, over the same index.
func (l *searchSetup) processor(ctx context.Context, q search.Question) (*search.Ranking, error) {
	l.replica.off.Store(true)
	defer l.replica.off.Store(false)
	q.Exact = !l.size.bounded
	return l.index.Search(ctx, &q)
}

// difference returns where two answers first differ and by how much in which spaces; empty: they are the same.
func difference(got, want *search.Ranking) string {
	if len(got.Hits) != len(want.Hits) {
		return fmt.Sprintf("%d hits, the processor has %d", len(got.Hits), len(want.Hits))
	}
	for i := range got.Hits {
		g, w := &got.Hits[i], &want.Hits[i]
		if g.ID == w.ID {
			continue
		}
		out := fmt.Sprintf("place %d is %s with %.9g, the processor has %s with %.9g", i+1, g.ID, g.Score, w.ID, w.Score)
		for k := range want.Hits {
			if same := &want.Hits[k]; same.ID == g.ID {
				return fmt.Sprintf("%s, and the former at place %d with %.9g%s", out, k+1, same.Score, apart(g, same))
			}
		}
		return out + ", and not the former"
	}
	return ""
}

// apart names the spaces in which a memory's similarities differ.
func apart(g, w *search.Hit) string {
	var out strings.Builder
	for s := range g.Similarity {
		a, b := g.Similarity[s], w.Similarity[s]
		if a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
			fmt.Fprintf(&out, "; %s %.9g, %.9g", models.Space(s).Code(), a, b)
		}
	}
	return out.String()
}
