package chart

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/mcp/answer"

	"golang.org/x/image/font"
	"pgregory.net/rapid"
)

var rewrite = flag.Bool("update", false, "rewrite the golden files")

// golden compares an output with a file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *rewrite {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; if the change is meant: go test ./cmd/asterism/chart -run %s -update\n%s", path, t.Name(), got)
	}
}

// historyOf returns a history of so many similarities, six hours apart.
func historyOf(similarities ...float64) *answer.History {
	h := &answer.History{
		GoalID: "01890a5d-ac96-774b-bcce-b30209900001", ReferenceType: "goal", Thresholds: answer.Thresholds{None: .85, Low: .70, Medium: .55, High: .40},
		TrendNote: "a trend needs 3 measurements", Summary: answer.HistorySummary{TotalEntries: len(similarities), Returned: len(similarities)},
	}
	p := Plot{levels: plotLevels(h.Thresholds)}
	at := time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)
	for i, s := range similarities {
		stamp := at.Add(time.Duration(6*i) * time.Hour).Format(time.RFC3339Nano)
		h.History = append(h.History, answer.DriftEntry{Timestamp: &stamp, Timeframe: "24h", MemoriesAnalyzed: 40, OverallSimilarity: s, DriftLevel: p.levels[p.levelOf(s)].name})
	}
	return h
}

// sinking is a history that falls through all levels.
func sinking() *answer.History {
	h := historyOf(.93, .9, .91, .88, .8, .74, .76, .66, .6, .58, .5, .47, .38, .41, .3)
	in := "0.0 checks at current rate"
	h.Trend = &answer.Trend{Direction: "Worsening", Velocity: .0451, Samples: 15, ProjectedCriticalIn: &in}
	h.Summary.TotalEntries = 40
	return h
}

// mixedHistory has measurements of one strategy, and some of others in between.
func mixedHistory() *answer.History {
	h := sinking()
	for i, e := range []answer.DriftEntry{{Strategy: "group", Timeframe: "24h"}, {Timeframe: "7d"}, {Strategy: "group", Timeframe: "24h"}, {CorrectionID: "c", Timeframe: "24h"}} {
		at := &h.History[3*i+2]
		at.Strategy, at.Timeframe, at.CorrectionID, at.OverallSimilarity = e.Strategy, e.Timeframe, e.CorrectionID, .2+.05*float64(i)
	}
	return h
}

// TestPlotKeepsKindsApart: no line joins measurements that were made in different ways.
func TestPlotKeepsKindsApart(t *testing.T) {
	inUTC(t)
	p := Of(mixedHistory())
	golden(t, "plot.mixed.txt", []byte(p.text(plainWidth, true)))
	for i, want := range map[int]int{0: -1, 1: 0, 2: -1, 3: 1, 5: -1, 6: 4, 8: 2, 9: 7, 11: -1} {
		if got := p.before(i); got != want {
			t.Errorf("a line leads to %d from %d, want %d", i, got, want)
		}
	}
	if !strings.Contains(p.note, "4 measurements made differently") {
		t.Errorf("note %q", p.note)
	}
	path := filepath.Join(t.TempDir(), "mixed.svg")
	if err := p.Save(path, 0o644); err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(body, []byte("<line ")); n != 10+1+8 {
		t.Errorf("%d lines, want %d", n, 10+1+8)
	}
	if n := bytes.Count(body, []byte(`r="3" fill="`+hex(faint))); n != 4 {
		t.Errorf("%d faint dots, want 4", n)
	}
}

// TestNamedMemoriesHaveALineOfTheirOwn: measurements of the same named memories are joined, those of others are not, and those that an older program stored are not joined at all.
func TestNamedMemoriesHaveALineOfTheirOwn(t *testing.T) {
	h := historyOf(.9, .2, .9, .3, .8)
	for i, set := range []string{"a", "b", "a", "", ""} {
		h.History[i].Timeframe, h.History[i].MemorySet = "", set
	}
	p := Of(h)
	for i, want := range []int{-1, -1, 0, -1, -1} {
		if got := p.before(i); got != want {
			t.Errorf("a line leads to %d from %d, want %d", i, got, want)
		}
	}
}

func inUTC(t *testing.T) {
	t.Helper()
	old := time.Local
	time.Local = time.UTC
	t.Cleanup(func() { time.Local = old })
}

func TestPlotInATerminal(t *testing.T) {
	inUTC(t)
	p := Of(sinking())
	golden(t, "plot.braille.txt", []byte(p.text(100, false)))
	golden(t, "plot.plain.txt", []byte(p.text(plainWidth, true)))
	golden(t, "plot.one.txt", []byte(Of(historyOf(.5)).text(plainWidth, true)))
}

// TestPlotFitsTheTerminal: no line of the chart is wider than the terminal, and every point is on its row.
func TestPlotFitsTheTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 100).Draw(t, "values")
		width, plain := rapid.IntRange(leastColumns+plotAxis+plotNames, 200).Draw(t, "width"), rapid.Bool().Draw(t, "plain")
		p := Of(historyOf(values...))
		lines := strings.Split(p.text(width, plain), "\n")
		for _, line := range lines[1 : plotRows+2] {
			if n := len([]rune(line)); n > width {
				t.Fatalf("a line of %d characters in a terminal of %d: %s", n, width, line)
			}
		}
		if !plain {
			return
		}
		first := int(math.Round((1 - values[0]) * (plotRows - 1)))
		if row := []rune(lines[1+first]); len(values) > 1 && row[plotAxis] != '*' {
			t.Fatalf("the first point, %g, is not on row %d: %s", values[0], first, string(row))
		}
	})
}

func TestPlotAsSVG(t *testing.T) {
	inUTC(t)
	path := filepath.Join(t.TempDir(), "drift.svg")
	h := sinking()
	h.GoalID = "a<b&c"
	if err := Of(h).Save(path, 0o644); err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "plot.svg", body)
	count := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(body)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
	// The paper and five levels; a disc for each point; a line between two points, in addition to six ticks and two axes.
	if count["rect"] != 6 || count["circle"] != 15 || count["line"] != 14+8 {
		t.Errorf("elements: %v", count)
	}
}

func TestPlotAsPNG(t *testing.T) {
	inUTC(t)
	path := filepath.Join(t.TempDir(), "drift.PNG")
	p := Of(sinking())
	if err := p.Save(path, 0o644); err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(body))
	if err != nil || img.Bounds() != image.Rect(0, 0, 2*pictureWidth, 2*pictureHeight) {
		t.Fatalf("%v %v", img.Bounds(), err)
	}
	samePicture(t, "plot.png", body, img)
	at := func(x, y float64) string {
		r, g, b, _ := img.At(int(x*rasterScale), int(y*rasterScale)).RGBA()
		return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
	}
	for i, point := range p.points {
		if got := at(p.across(i), height(point.value)); got != hex(curve) {
			t.Errorf("point %d is %s, want %s", i, got, hex(curve))
		}
	}
	for i, v := range []float64{.97, .78, .62, .5, .05} { // on the right, and above the curve except the last
		if got := at(fieldLeft+fieldWidth-3, height(v)); got != hex(bands[i]) {
			t.Errorf("level %d is %s, want %s", i, got, hex(bands[i]))
		}
	}
}

// samePicture compares pixels: the bytes of a PNG depend on the encoder.
func samePicture(t *testing.T, name string, body []byte, img image.Image) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *rewrite {
		if err := os.WriteFile(path, body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if !similarColors(img.At(x, y), want.At(x, y)) {
				t.Fatalf("%s differs at %d, %d; if the change is meant, look at it and rewrite it with -update", path, x, y)
			}
		}
	}
}

// similarColors reports whether two colors are nearly the same. It allows for smoothed edges of letters that are rounded differently on another processor.
func similarColors(a, b color.Color) bool {
	const most = 4 << 8 // of 255 << 8
	near := func(x, y uint32) bool { return max(x, y)-min(x, y) <= most }
	r, g, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	return near(r, r2) && near(g, g2) && near(b1, b2)
}

func TestPlotOfBurstsGoesByNumber(t *testing.T) {
	h := historyOf(.9, .8, .7)
	for i := range h.History {
		h.History[i].Timestamp = h.History[0].Timestamp
	}
	p := Of(h)
	if p.position(0) != 0 || p.position(1) != .5 || p.position(2) != 1 {
		t.Errorf("places %v %v %v", p.position(0), p.position(1), p.position(2))
	}
}

func TestPlotRefusesOtherFiles(t *testing.T) {
	for _, name := range []string{"drift.pdf", "drift", "svg"} {
		if err := Of(historyOf(.5)).Save(filepath.Join(t.TempDir(), name), 0o644); err == nil || !strings.Contains(err.Error(), ".svg nor .png") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := Of(historyOf(.5)).Save(filepath.Join(t.TempDir(), "no", "drift.svg"), 0o644); err == nil {
		t.Error("a folder that is not there was written to")
	}
}

// TestLettersForEveryText: characters that the font lacks become question marks, and no text fails.
func TestLettersForEveryText(t *testing.T) {
	l, err := newLetters()
	if err != nil {
		t.Fatal(err)
	}
	if got := l.known("Größe → naïve – 1…2 Ωж 字\n"); got != "Größe → naïve – 1…2 Ωж ??" {
		t.Errorf("got %q", got)
	}
	face, err := l.face(20)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		if s := l.known(rapid.String().Draw(t, "s")); s != l.known(s) || font.MeasureString(face, s) < 0 {
			t.Fatalf("%q is not drawn", s)
		}
	})
}

// levelOf returns the number of a similarity's level.
func (p *Plot) levelOf(v float64) int {
	for i, l := range p.levels {
		if v >= l.from {
			return i
		}
	}
	return len(p.levels) - 1
}
