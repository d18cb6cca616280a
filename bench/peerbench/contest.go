package peerbench

import (
	"cmp"
	"fmt"
	"slices"

	"asterism/bench/peers/node"
	"asterism/bench/report"
)

// contest is one peer that embeds, and what it is measured on next to our own two precisions.
type contest struct {
	name      string // in the names of rows
	script    string
	precision string // fp32 or q8
	byIDs     bool   // its texts are rows of ids
	pooling   string // how it makes a vector of a text's states: mean or first
	share     int    // it embeds one of so many texts: it is slow
	usual     ask    // as its documentation shows it
	tries     []ask  // of these and the usual one the fastest is the tuned side
	nearness  float64
	ratios    []ratio
}

// ratio is a row: how many texts the one side embeds while the other embeds one.
type ratio struct {
	name, ours, theirs string
	goal               float64
}

// The sides of a contest.
const (
	oursF32, oursInt8 = "ours_f32", "ours_int8"
	usual, tuned      = "usual", "tuned"
)

// Vectors of the same f32 graph agree as far as its rounding goes. The two int8 models round differently: the export has one scale for all tokens of a batch, ours has one
// for each.
const (
	nearF32 = .999
	nearQ8  = .99
)

// contests are all of them. Batches of 32 as they come are what the goals of 7 and 13 times were stated for, and what the pipeline does with a list; nobody is kept from
// sorting by hand, which the tuned side does where it is faster.
func contests() []contest {
	batches := []ask{{Batch: 1}, {Batch: 8}, {Batch: 4, Sorted: true}, {Batch: 8, Sorted: true}, {Batch: 16, Sorted: true}, {Batch: 32, Sorted: true}}
	return []contest{
		{name: "transformersjs_f32", script: node.Transformers, precision: "fp32", pooling: "mean", share: 1, usual: ask{Batch: 32}, tries: batches, nearness: nearF32, ratios: []ratio{
			{"cpu_vs_transformersjs_f32", oursF32, usual, 7}, {"cpu_vs_transformersjs_int8", oursInt8, usual, 13},
			{"cpu_vs_transformersjs_f32_tuned", oursF32, tuned, report.NoGoal}, {"cpu_vs_transformersjs_int8_tuned", oursInt8, tuned, report.NoGoal}}},
		{name: "transformersjs_q8", script: node.Transformers, precision: "q8", pooling: "mean", share: 1, usual: ask{Batch: 32}, tries: batches, nearness: nearQ8, ratios: []ratio{
			{"cpu_int8_vs_transformersjs_q8", oursInt8, usual, report.NoGoal}, {"cpu_int8_vs_transformersjs_q8_tuned", oursInt8, tuned, report.NoGoal}}},
		{name: "ort_one_by_one", script: node.Runtime, precision: "fp32", byIDs: true, pooling: "mean", share: 1, usual: ask{Batch: 1}, nearness: nearF32, ratios: []ratio{
			{"cpu_vs_ort_one_by_one", oursF32, usual, 1}, {"cpu_int8_vs_ort_one_by_one", oursInt8, usual, report.NoGoal}}},
		{name: "fastembedjs", script: node.FastEmbed, precision: "fp32", pooling: "first", share: 4, usual: ask{Batch: 32}, tries: []ask{{Batch: 1}, {Batch: 8}}, nearness: nearF32, ratios: []ratio{
			{"cpu_vs_fastembedjs", oursF32, tuned, 1}, {"cpu_int8_vs_fastembedjs", oursInt8, tuned, report.NoGoal}}},
	}
}

// rows are the ratios of the seconds that the sides took for n texts, round by round, and how many texts a second each side embedded.
func (c *contest) rows(n int, took map[string][]float64) (rows []report.Row) {
	for _, r := range c.ratios {
		rows = append(rows, report.Higher(r.name, "x", r.goal, quotients(took[r.theirs], took[r.ours])...))
	}
	for _, side := range []struct{ name, key string }{
		{"embed." + c.name, usual}, {"embed." + c.name + "_tuned", tuned}, {"embed.beside_" + c.name + ".ours_f32", oursF32}, {"embed.beside_" + c.name + ".ours_int8", oursInt8}} {
		if len(took[side.key]) > 0 {
			rows = append(rows, report.Higher(side.name+"_texts_per_s", "texts/s", report.NoGoal, rates(n, took[side.key])...))
		}
	}
	return rows
}

// quotients are a/b, round by round.
func quotients(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] / b[i]
	}
	return out
}

// rates are n things divided by each of the seconds.
func rates(n int, seconds []float64) []float64 {
	out := make([]float64, len(seconds))
	for i, s := range seconds {
		out[i] = float64(n) / s
	}
	return out
}

// has reports whether a side is in one of the ratios.
func (c *contest) has(side string) bool {
	return slices.ContainsFunc(c.ratios, func(r ratio) bool { return r.ours == side || r.theirs == side })
}

// String describes how a list is cut.
func (a ask) String() string {
	how := "as they come"
	if a.Sorted {
		how = "sorted by length"
	}
	return fmt.Sprintf("batches of %d %s", cmp.Or(a.Batch, 1), how)
}
