package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"asterism/bench/report"
	"asterism/models"
)

var update = flag.Bool("update", false, "bring the values of the results into the pages that tell figures")

// pages are the pages with figures, and how many each has at least: fewer would mean that the form of its tables changed and nothing is compared.
var pages = map[string]int{"PERFORMANCE.md": 40, "README.md": 9, "docs/evaluation.md": 110, "docs/scale.md": 15, "docs/dashboard.md": 2}

// A figure is a line "| what | `row` | value unit |" of a table; the file it is in is named before it, at the beginning of a line, or before the row.
var (
	figure    = regexp.MustCompile("^(\\| [^|]* \\| (?:`((?:[\\w-]+/)?[\\w-]+\\.json)` )?`([\\w.-]+)` \\| )(-?[\\d,]+(?:\\.\\d+)?)( [^|]*|) \\|$")
	quotation = regexp.MustCompile("^`((?:[\\w-]+/)?[\\w-]+\\.json)`")
)

// TestFiguresOnPages: every figure of a page is the row of the result that it names, rounded to the digits on the page.
func TestFiguresOnPages(t *testing.T) {
	for name, least := range pages {
		path := filepath.Join("..", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, found, wrong, err := quoted(string(text), "results")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if found < least {
			t.Errorf("%s has %d figures, want %d: did the form of its tables change?", name, found, least)
		}
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for _, w := range wrong {
			t.Errorf("%s: %s; -update brings the results' values to the page: then look at what it says of them", name, w)
		}
	}
}

// quoted puts the results' values into a page, and says how many there are and which were others.
func quoted(text, results string) (out string, found int, wrong []string, err error) {
	file := ""
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if m := quotation.FindStringSubmatch(line); m != nil {
			file = m[1]
			if _, err := rowsOf(filepath.Join(results, file)); err != nil {
				return "", 0, nil, err
			}
		}
		if m := figure.FindStringSubmatch(line); m != nil {
			in, row, told := cmp.Or(m[2], file), m[3], m[4]
			rows, err := rowsOf(filepath.Join(results, in))
			if err != nil {
				return "", 0, nil, err
			}
			value, ok := rows[row]
			if !ok {
				return "", 0, nil, fmt.Errorf("line %d: %q has no row %s", i+1, in, row)
			}
			found++
			if want := toldAs(told, value); want != told {
				wrong = append(wrong, fmt.Sprintf("line %d: %s is %s, in %s it is %s", i+1, row, told, in, want))
				lines[i] = m[1] + want + m[5] + " |"
			}
		}
		if m := ofSet.FindStringSubmatch(line); m != nil {
			rows, err := rowsOf(filepath.Join(results, file))
			if err != nil {
				return "", 0, nil, err
			}
			want, err := setLine(m[1], rows)
			if err != nil {
				return "", 0, nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			if found += 3; want != line {
				wrong = append(wrong, fmt.Sprintf("line %d is %q, by %s it is %q", i+1, line, file, want))
				lines[i] = want
			}
		}
	}
	return strings.Join(lines, "\n"), found, wrong, nil
}

// hasSpaces reports whether there are rows of single spaces on a set.
func hasSpaces(set string, rows map[string]float64) bool {
	for _, s := range models.Catalog {
		if _, ok := rows[set+"."+s.Space.Code()+".ndcg10"]; ok {
			return true
		}
	}
	return false
}

// ofSet is a line of the table "| set | BM25 | best single space | all fused |", in hundredths of nDCG@10; the set "mean" is the mean of all.
var ofSet = regexp.MustCompile(`^\| ([\w-]+) \| [\d.]+ \| [\d.]+ \(E\d+\) \| [\d.]+ \|$`)

// setLine is the line of a set as the rows have it.
func setLine(set string, rows map[string]float64) (string, error) {
	sets := []string{set}
	if set == "mean" {
		sets = nil
		for name := range rows {
			if s, ok := strings.CutSuffix(name, ".fused.ndcg10"); ok && hasSpaces(s, rows) { // and no mean of several
				sets = append(sets, s)
			}
		}
	}
	mean := func(column string) (sum float64, err error) {
		for _, s := range sets {
			v, ok := rows[s+"."+column+".ndcg10"]
			if !ok {
				return 0, fmt.Errorf("there is no row %s.%s.ndcg10", s, column)
			}
			sum += 100 * v / float64(len(sets))
		}
		return sum, nil
	}
	best, most := "", 0.0
	for _, s := range models.Catalog {
		if v, err := mean(s.Space.Code()); err == nil && v > most {
			best, most = s.Space.Code(), v
		}
	}
	bm25, err := mean("bm25")
	if err != nil {
		return "", err
	}
	fused, err := mean("fused")
	return fmt.Sprintf("| %s | %.1f | %.1f (%s) | %.1f |", set, bm25, most, best, fused), err
}

func rowsOf(path string) (map[string]float64, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r report.Result
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, err
	}
	out := map[string]float64{}
	for _, row := range r.Rows {
		out[row.Name] = row.Value
	}
	return out, nil
}

// toldAs writes a value with as many decimals as a number on a page has, with commas at thousands.
func toldAs(told string, value float64) string {
	_, decimals, _ := strings.Cut(told, ".")
	whole, rest, dot := strings.Cut(strconv.FormatFloat(value, 'f', len(decimals), 64), ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if dot {
		whole += "." + rest
	}
	return whole
}

// TestQuotedFindsWhatIsWrong: a value that is another, a row that is not there, and numbers in every form.
func TestQuotedFindsWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	r := report.Result{Head: report.Head{Name: "some", Commit: "abc"}, Rows: []report.Row{{Name: "a.b", Value: 1234567.891}, {Name: "c", Value: 0.0451}}}
	if err := report.Write(dir, r); err != nil {
		t.Fatal(err)
	}
	text := "`some.json`: a file\n\n| x | `a.b` | 1,234,568 B |\n| y | `a.b` | 1,234,567.8 |\n| z | `c` | 0.05 ms |\n| 9 | no row | 3 |"
	got, found, wrong, err := quoted(text, dir)
	if err != nil || found != 3 || len(wrong) != 1 || !strings.Contains(wrong[0], "line 4") {
		t.Errorf("%d figures, wrong are %q (%v)", found, wrong, err)
	}
	if _, found, wrong, err := quoted("| x | `some.json` `c` | 0.06 |", dir); err != nil || found != 1 || len(wrong) != 1 {
		t.Errorf("a row with its file: %d figures, wrong are %q (%v)", found, wrong, err)
	}
	r.Rows[1].Value = 7
	if err := report.Write(filepath.Join(dir, "amd-epyc-2-cores"), r); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"| x | `amd-epyc-2-cores/some.json` `c` | 7 ms |", "`amd-epyc-2-cores/some.json`\n| x | `c` | 7 ms |"} {
		if _, found, wrong, err := quoted(text, dir); err != nil || found != 1 || len(wrong) != 0 {
			t.Errorf("another machine's file: %d figures, wrong are %q (%v)", found, wrong, err)
		}
	}
	if want := strings.Replace(text, "1,234,567.8 ", "1,234,567.9 ", 1); got != want {
		t.Errorf("the page becomes\n%s\nwant\n%s", got, want)
	}
	for _, c := range []string{"`some.json`\n| x | `d` | 1 |", "| x | `a.b` | 1 |", "| x | `none.json` `c` | 1 |", "`none.json`\n", "`some.json`\n| set | 1.0 | 2.0 (E1) | 3.0 |"} {
		if _, _, _, err := quoted(c, dir); err == nil {
			t.Errorf("%q is no error", c)
		}
	}
}

// TestTheTableOfSets: a line is made of the set's rows, the last one of the means, and the best space is the one that is best on them.
func TestTheTableOfSets(t *testing.T) {
	dir := t.TempDir()
	r := report.Result{Head: report.Head{Name: "sets", Commit: "abc"}, Rows: []report.Row{
		{Name: "a.bm25.ndcg10", Value: .1}, {Name: "a.E1.ndcg10", Value: .2}, {Name: "a.E7.ndcg10", Value: .3}, {Name: "a.fused.ndcg10", Value: .4},
		{Name: "b.bm25.ndcg10", Value: .3}, {Name: "b.E1.ndcg10", Value: .8}, {Name: "b.E7.ndcg10", Value: .3}, {Name: "b.fused.ndcg10", Value: .6}}}
	if err := report.Write(dir, r); err != nil {
		t.Fatal(err)
	}
	text := "`sets.json`\n| a | 10.0 | 30.0 (E7) | 40.0 |\n| mean | 20.0 | 50.0 (E1) | 50.0 |"
	if _, found, wrong, err := quoted(text, dir); err != nil || found != 6 || len(wrong) > 0 {
		t.Errorf("%d figures, wrong are %q (%v)", found, wrong, err)
	}
	changed := strings.Replace(text, "30.0 (E7)", "30.0 (E1)", 1)
	if got, _, wrong, err := quoted(changed, dir); err != nil || got != text || len(wrong) != 1 {
		t.Errorf("%q becomes %q, wrong are %q (%v)", changed, got, wrong, err)
	}
}
