package main

import (
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
)

var update = flag.Bool("update", false, "bring the values of the results into PERFORMANCE.md")

// page is where the figures are told.
const page = "../PERFORMANCE.md"

// A figure is a line "| what | `row` | value unit |" of a table; the file it is in is named before it, at the beginning of a line.
var (
	figure    = regexp.MustCompile("^(\\| [^|]* \\| `([\\w.]+)` \\| )([\\d,]+(?:\\.\\d+)?)( [^|]*|) \\|$")
	quotation = regexp.MustCompile("^`([\\w-]+\\.json)`")
)

// TestPerformancePage: every figure of the page is the row of the result that it names, rounded to the digits that it is told with.
func TestPerformancePage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	got, found, wrong, err := quoted(string(text), "results")
	if err != nil {
		t.Fatal(err)
	}
	if found < 40 {
		t.Errorf("the page has %d figures: did the form of its tables change?", found)
	}
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, w := range wrong {
		t.Errorf("%s; -update brings the results' values to the page: then look at what it says of them", w)
	}
}

// quoted puts the results' values into a page, and says how many there are and which were others.
func quoted(text, results string) (out string, found int, wrong []string, err error) {
	file, rows := "", map[string]float64{}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if m := quotation.FindStringSubmatch(line); m != nil {
			file = m[1]
			if rows, err = rowsOf(filepath.Join(results, file)); err != nil {
				return "", 0, nil, err
			}
		}
		m := figure.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		found++
		value, ok := rows[m[2]]
		if !ok {
			return "", 0, nil, fmt.Errorf("line %d: %q has no row %s", i+1, file, m[2])
		}
		if want := toldAs(m[3], value); want != m[3] {
			wrong = append(wrong, fmt.Sprintf("line %d: %s is %s, in %s it is %s", i+1, m[2], m[3], file, want))
			lines[i] = m[1] + want + m[4] + " |"
		}
	}
	return strings.Join(lines, "\n"), found, wrong, nil
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

// toldAs writes a value with as many decimals as a number that was told has, thousands apart.
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
	r := report.Result{Name: "some", Rows: []report.Row{{Name: "a.b", Value: 1234567.891}, {Name: "c", Value: 0.0451}}}
	if err := r.Write(dir); err != nil {
		t.Fatal(err)
	}
	text := "`some.json`: a file\n\n| x | `a.b` | 1,234,568 B |\n| y | `a.b` | 1,234,567.8 |\n| z | `c` | 0.05 ms |\n| 9 | no row | 3 |"
	got, found, wrong, err := quoted(text, dir)
	if err != nil || found != 3 || len(wrong) != 1 || !strings.Contains(wrong[0], "line 4") {
		t.Errorf("%d figures, wrong are %q (%v)", found, wrong, err)
	}
	if want := strings.Replace(text, "1,234,567.8 ", "1,234,567.9 ", 1); got != want {
		t.Errorf("the page becomes\n%s\nwant\n%s", got, want)
	}
	for _, c := range []string{"`some.json`\n| x | `d` | 1 |", "| x | `a.b` | 1 |", "`none.json`\n"} {
		if _, _, _, err := quoted(c, dir); err == nil {
			t.Errorf("%q is no error", c)
		}
	}
}
