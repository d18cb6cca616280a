package quality

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"asterism/bench/report"

	"asterism/bench/answerable"
	"asterism/engine/fingerprint"
	"asterism/engine/relevance"
	"asterism/models"
)

// answerableSet is a set with its questions and documents embedded.
func answerableSet(ctx context.Context, e *Embedder, s *set) (*answerable.Set, error) {
	l, err := newLibrary(ctx, e, s.docs, s.order)
	if err != nil {
		return nil, err
	}
	asks, err := e.ask(ctx, s.docs, s.queries)
	if err != nil {
		return nil, err
	}
	return answerableOf(s, l.records, asks), nil
}

func answerableOf(s *set, records []fingerprint.Record, asks []asked) *answerable.Set {
	out := &answerable.Set{Name: s.name}
	for i, d := range s.docs {
		doc := answerable.Doc{Text: d.text, Record: records[i]}
		if s.order != nil {
			doc.Session, doc.Time = s.order.sessions[i], s.order.times[i]
		}
		out.Docs = append(out.Docs, doc)
	}
	for i, q := range s.queries {
		one := answerable.Question{Text: q.text, Self: q.self, Weights: asks[i].weights, Values: asks[i].values, Relevant: map[int]bool{}}
		for p := range q.relevant {
			one.Relevant[p] = true
		}
		out.Questions = append(out.Questions, one)
	}
	return out
}

// reader is the tokenizer by which relevance reads questions.
func (e *Embedder) reader() relevance.Tokenizer {
	m, _ := e.Manifest.Model(models.LateInteraction)
	return e.Tokenizers[m.Tokenizer]
}

// notesSet are the notes drawn from templates, as a set.
func notesSet() *set {
	s := &set{name: "notes"}
	for i, n := range answerable.Notes() {
		s.docs = append(s.docs, entry{fmt.Sprintf("n%d", i), n.Text})
		for k, q := range n.Asked {
			s.queries = append(s.queries, query{entry: entry{fmt.Sprintf("n%d.%d", i, k), q}, relevant: map[int]float64{i: 1}, self: -1})
		}
	}
	return s
}

// mostHalves is how many questions are made of first halves.
const mostHalves = 150

// halvesSet asks with the end of the first half of every long document for the second: a question of sixty words, which asks for its like.
func halvesSet(from *set) *set {
	s := &set{name: from.name + "-halves"}
	for i, d := range from.docs {
		words := strings.Fields(d.text)
		if len(words) < 120 {
			continue
		}
		at := len(words) / 2
		s.docs = append(s.docs, entry{d.id, strings.Join(words[at:min(len(words), at+150)], " ")})
		if len(s.queries) < mostHalves {
			s.queries = append(s.queries, query{entry: entry{fmt.Sprintf("h%d", i), strings.Join(words[at-60:at], " ")}, relevant: map[int]float64{len(s.docs) - 1: 1}, self: -1})
		}
	}
	return s
}

// FitCommand fits the model of engine/relevance.
var FitCommand = report.Command{Name: "relevance", Does: "fit the chance that a hit answers, on sets that no model was trained on; writes engine/relevance/weights.json", Run: runFit}

func runFit(ctx context.Context, a *report.Args) (err error) {
	dir := a.String("sets", "", "folder of sets, such as fit in the WORK of make models")
	to := a.String("to", "engine/relevance/weights.json", "file to write")
	shipped := a.Bool("measure", false, "hold the shipped weights against the sets, fit nothing")
	out := a.String("out", "", "folder of the result file, with -measure; none: no file")
	if err := a.Parse(); err != nil {
		return err
	}
	if *dir == "" {
		return fmt.Errorf("no sets are named: give -sets DIR.\n%s", dataForm)
	}
	e, err := Open(ctx, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	sets, err := fitSets(ctx, e, *dir, !*shipped)
	if err != nil {
		return err
	}
	few := 1
	if *shipped {
		few = answerableFew
	}
	all, err := askAll(ctx, e, sets, few)
	if err != nil {
		return err
	}
	if *shipped {
		rep := report.NewResult("eval-answerable")
		rep.Rows = tellSets(all, os.Stdout)
		own, err := tellOwn(ctx, e, os.Stdout)
		if err != nil {
			return err
		}
		if rep.Rows = append(rep.Rows, own...); *out == "" {
			return nil
		}
		return report.Write(*out, &rep)
	}
	m := answerable.Fit(all)
	m.Command = "go run ./bench relevance -sets WORK/fit"
	body, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	measureAnswerable(all, m, "answerable", os.Stdout)
	fmt.Println("\nthe weights that this program was built with:")
	measureAnswerable(all, relevance.Shipped, "answerable", os.Stdout)
	return os.WriteFile(*to, append(body, '\n'), 0o644)
}

// fitSets are the sets of a folder, embedded; to fit, also the notes from templates, and the halves of long documents.
func fitSets(ctx context.Context, e *Embedder, dir string, more bool) (out []*answerable.Set, err error) {
	dirs, err := findSets(dir, "")
	if err != nil {
		return nil, err
	}
	var all []*set
	if more {
		all = append(all, notesSet())
	}
	for _, d := range dirs {
		s, err := loadSet(d)
		if err != nil {
			return nil, err
		}
		if all = append(all, s); more && s.name == "long" {
			all = append(all, halvesSet(s))
		}
	}
	for _, s := range all {
		one, err := answerableSet(ctx, e, s)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// tellAnswerable asks the questions of all sets with and without an answer in the store, and prints how relevance judges them. A single set has no other store to ask.
func tellAnswerable(ctx context.Context, e *Embedder, results []*result, w io.Writer) ([]report.Row, error) {
	var sets []*answerable.Set
	for _, r := range results {
		sets = append(sets, r.asked)
	}
	if len(sets) < 2 {
		return nil, nil
	}
	all, err := askAll(ctx, e, sets, answerableFew)
	if err != nil {
		return nil, err
	}
	own, err := tellOwn(ctx, e, w)
	return append(tellSets(all, w), own...), err
}

// linkSet is a set whose queries are issues, and whose relevant documents are the issues that they are linked with. A linked issue answers nothing, so the set is left out of the figures
// on answers.
const linkSet = "issue-links"

// tellSets returns the rows of all sets of questions, and how often a hit of the link set that got .5 or more is a linked one.
func tellSets(all []answerable.Case, w io.Writer) []report.Row {
	var questions, links []answerable.Case
	for _, c := range all {
		if c.Set == linkSet {
			links = append(links, c)
		} else {
			questions = append(questions, c)
		}
	}
	rows := measureAnswerable(questions, relevance.Shipped, "answerable", w)
	hits, linked := 0, 0
	for _, c := range links {
		for _, h := range c.Hits {
			if relevance.Shipped.Chance(h.Features) >= .5 {
				hits++
				if h.Right {
					linked++
				}
			}
		}
	}
	if hits == 0 {
		return rows
	}
	fmt.Fprintf(w, "\n%s: %d hits of .5 and more, %d of them linked\n", linkSet, hits, linked)
	return append(rows, rowOf("answerable_links.hits", "hits", higher, noGoal, float64(hits)), rowOf("answerable_links.was", "1", higher, noGoal, float64(linked)/float64(hits)))
}

// tellOwn does the same for our own set.
func tellOwn(ctx context.Context, e *Embedder, w io.Writer) ([]report.Row, error) {
	s, err := ownSet()
	if err != nil {
		return nil, err
	}
	one, err := answerableSet(ctx, e, s)
	if err != nil {
		return nil, err
	}
	cases, err := answerable.AskOwn(ctx, one, e.reader())
	if err != nil {
		return nil, fmt.Errorf("ask the questions of ours: %w", err)
	}
	fmt.Fprintf(w, "\nnotes of ours, of which every answer is known: %d questions of %d notes\n", len(cases), len(s.docs))
	return measureAnswerable(cases, relevance.Shipped, "answerable_own", w), nil
}

// ownSet is the set of ours; a question that nothing answers has no relevant document.
func ownSet() (*set, error) {
	o, err := answerable.ReadOwn()
	if err != nil {
		return nil, err
	}
	s := &set{name: "own"}
	for i, n := range o.Notes {
		s.docs = append(s.docs, entry{fmt.Sprintf("n%d", i), n})
	}
	for i, q := range o.Asked {
		one := query{entry: entry{fmt.Sprintf("q%d", i), q}, relevant: map[int]float64{}, self: -1}
		for _, p := range o.Answers[i] {
			one.relevant[p] = 1
		}
		s.queries = append(s.queries, one)
	}
	return s, nil
}

// askAll asks the questions of all sets in every way.
func askAll(ctx context.Context, e *Embedder, sets []*answerable.Set, few int) (out []answerable.Case, err error) {
	for i, s := range sets {
		say("%s: questions with and without an answer", s.Name)
		cases, err := answerable.All(ctx, s, sets[(i+1)%len(sets)], e.reader(), few)
		if err != nil {
			return nil, fmt.Errorf("ask the questions of %s without their answers: %w", s.Name, err)
		}
		out = append(out, cases...)
	}
	return out, nil
}

// measureAnswerable prints how well a model judges cases, and returns rows with names of one prefix.
func measureAnswerable(cases []answerable.Case, m *relevance.Model, name string, w io.Writer) []report.Row {
	f := answerable.Measure(cases, m)
	fmt.Fprintf(w, "\nis there an answer? AUC %.3f over questions with and without one, %.3f of the same field (at best %.3f with these hits), %.3f of another; %.3f in small stores of the same field\n",
		f.AUC, f.SameField, f.Bound, f.OtherField, f.Small)
	fmt.Fprintf(w, "a best hit that is not weak (%.2f): precision %.2f, recall %.2f\n", relevance.Weak, f.Precision, f.Recall)
	fmt.Fprintf(w, "what was observed is up to %.3f from what was said, %.3f in the mean\n", f.Worst, f.Mean)
	fmt.Fprintln(w, "told that nothing relevant was found, by the chance of the best hit: with the answer among ten hits, with an answer, without one in the same field, in another")
	for _, t := range answerable.ToldTable(cases, m) {
		fmt.Fprintf(w, "  below %.3f  %.3f  %.3f  %.3f  %.3f\n", t.Below, t.Shown, t.With, t.SameField, t.OtherField)
	}
	fmt.Fprintln(w, "  chance      hits  said   was")
	for i, b := range f.Bins {
		if b.Hits == 0 {
			continue
		}
		fmt.Fprintf(w, "  %.1f…%.1f %7d  %.3f  %.3f\n", float64(i)/10, float64(i+1)/10, b.Hits, b.Said, b.Was)
	}
	for _, l := range answerable.Believed(cases, m) {
		fmt.Fprintf(w, "  %-18s %-6s %-6s first hits %5d  said %.3f  was %.3f\n", l.Set, l.Size(), l.Kind, l.Questions, l.Said, l.Was)
	}
	rows := append(answerableRows(&f), toldRows(answerable.Tell(cases, m, relevance.Nothing))...)
	for i := range rows {
		rows[i].Name = name + rows[i].Name
	}
	return rows
}

// toldRows are the shares of questions with the answer "nothing relevant found".
func toldRows(t answerable.Told) (rows []report.Row) {
	for _, r := range []struct {
		name, better string
		value        float64
	}{
		{"_told_shown", lower, t.Shown}, {"_told_with", lower, t.With},
		{"_told_same_field", higher, t.SameField}, {"_told_other_field", higher, t.OtherField},
	} {
		if !math.IsNaN(r.value) {
			rows = append(rows, rowOf(r.name, "1", r.better, noGoal, r.value))
		}
	}
	return rows
}

func answerableRows(f *answerable.Figures) (rows []report.Row) {
	for _, r := range []struct {
		name, better string
		goal, value  float64
	}{
		{"_auc", higher, .9, f.AUC}, {"_same_field_auc", higher, noGoal, f.SameField}, {"_other_field_auc", higher, noGoal, f.OtherField},
		{"_small_auc", higher, noGoal, f.Small}, {"_bound_auc", higher, noGoal, f.Bound},
		{"_precision", higher, noGoal, f.Precision}, {"_recall", higher, noGoal, f.Recall},
		{"_calibration_error", lower, .05, f.Worst}, {"_calibration_mean_error", lower, noGoal, f.Mean},
	} {
		if !math.IsNaN(r.value) {
			rows = append(rows, rowOf(r.name, "1", r.better, r.goal, r.value))
		}
	}
	for i, b := range f.Bins {
		if b.Hits > 0 {
			name := fmt.Sprintf("_bin%d.", i)
			rows = append(rows, rowOf(name+"hits", "hits", higher, noGoal, float64(b.Hits)), rowOf(name+"said", "1", higher, noGoal, b.Said), rowOf(name+"was", "1", higher, noGoal, b.Was))
		}
	}
	return rows
}

// answerableFew is of how many small stores one is made, beside fitting.
const answerableFew = 4
