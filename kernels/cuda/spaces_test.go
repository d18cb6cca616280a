package cuda_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"asterism/engine/temporal"
	"asterism/kernels/cuda"
	"asterism/models"
)

// The kernels' sources and layouts name spaces, widths and the numbers of the temporal formulas. The bytes between host and device are a format,
// so they are not made of the catalogue; these tests hold them to it and name the place that differs.

// kernelText is the text of a kernel's source.
type kernelText struct {
	*testing.T
	name, text string
}

func readKernel(t *testing.T, name string) kernelText {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return kernelText{t, name, string(text)}
}

// says requires that the pattern matches so often, and that its groups are the numbers wanted, in float64, each time.
func (s kernelText) says(times int, pattern string, want ...float64) {
	s.Helper()
	found := regexp.MustCompile(pattern).FindAllStringSubmatch(s.text, -1)
	if len(found) != times {
		s.Errorf("%s: %d places are like %s, want %d", s.name, len(found), pattern, times)
	}
	for _, f := range found {
		var got []float64
		for _, n := range f[1:] {
			v, err := strconv.ParseFloat(n, 64)
			if err != nil {
				s.Fatalf("%s: %q: %v", s.name, f[0], err)
			}
			got = append(got, v)
		}
		if !slices.Equal(got, want) {
			s.Errorf("%s: %q says %v, want %v", s.name, f[0], got, want)
		}
	}
}

// holds requires a piece of text.
func (s kernelText) holds(text string) {
	s.Helper()
	if !strings.Contains(s.text, text) {
		s.Errorf("%s does not say %q", s.name, text)
	}
}

// hdcGroups is how many groups of groupBits the code of E9 takes.
const (
	hdcGroups = 2
	groupBits = 128
)

func TestKernelsNameTheSpacesOfTheCatalogue(t *testing.T) {
	spaces := "enum { " + strings.Join(models.All.Codes(), ", ") + " };"
	compare, scan, head := readKernel(t, "compare.cu"), readKernel(t, "scan.cu"), readKernel(t, "compare.cuh")
	compare.holds(spaces)
	scan.holds(spaces)
	head.says(1, `spaces = (\d+), steps = (\d+), cosine_entries = (\d+), columns = (\d+);`,
		models.Count, temporal.Width/2, temporal.CosineSteps, models.DenseColumns)
	head.says(1, `weights\[(\d+)\], means\[(\d+)\], deviations\[(\d+)\]`, models.Count, models.Count, models.Count)
	if cuda.SeatColumns != models.DenseColumns {
		t.Fatalf("seat.go has %d dense columns, the catalogue %d", cuda.SeatColumns, models.DenseColumns)
	}
	if width := models.HDC.Info().Width; cuda.SeatBits != width {
		t.Errorf("seat.go has %d bits of %v, the catalogue %d", cuda.SeatBits, models.HDC, width)
	}
	widths, group := 0, 0
	for s, columns := range models.Columns {
		code, info := models.Space(s).Code(), &models.Catalog[s]
		for _, c := range columns {
			compare.says(1, fmt.Sprintf(`what\((%d), (\d+), (\d+), \d+, %s\)`, c, code), float64(c), float64(info.Width), float64(2*widths))
			scan.says(1, fmt.Sprintf(`dense<(%d), (\d+), (\d+)>\(\)`, c), float64(c), float64(group), float64(info.Signs/groupBits))
			if got := cuda.SeatCodeGroupsOf[c]; got != info.Signs/groupBits {
				t.Errorf("seat.go: the codes of column %d, %s, have %d groups, the catalogue says %d", c, code, got, info.Signs/groupBits)
			}
			widths += info.Width
			group += info.Signs / groupBits
		}
	}
	scan.says(1, `differs<1, (\d+), (\d+)>`, float64(group), hdcGroups)
	if got := cuda.SeatCodeGroupsOf[cuda.SeatColumns]; got != hdcGroups || cuda.SeatCodeGroups != group+hdcGroups {
		t.Errorf("seat.go: %d groups of %v and %d in all, want %d and %d", got, models.HDC, cuda.SeatCodeGroups, hdcGroups, group+hdcGroups)
	}
	head.says(1, `values_at \+ 2 \* (\d+), bit_words = (\d+)`, float64(widths), float64((models.HDC.Info().Width+63)/64))
	// The question's record: three numbers a space, its columns' factors, two bytes a component, E9's words.
	if want := 80 + 3*8*models.Count + 4*models.DenseColumns + 12 + 2*widths + 8*((cuda.SeatBits+63)/64+1); cuda.CompareQuestionBytes != want {
		t.Errorf("compare.go: a question has %d bytes, by the catalogue %d", cuda.CompareQuestionBytes, want)
	}
}

// TestQuestionsNameTheColumnsOfTheCatalogue: a question that asks for a space and does not bring its vectors is refused, with the space's name and
// width. A column that the tables of compare.go, scan.go or seat.go leave out would not be missed.
func TestQuestionsNameTheColumnsOfTheCatalogue(t *testing.T) {
	for s, columns := range models.Columns {
		if columns == nil {
			continue
		}
		space, info := models.Space(s), &models.Catalog[s]
		_, err := (&cuda.CompareQuestion{Spaces: 1 << s, Causes: 1, Effects: 1}).AppendTo(nil)
		if want := fmt.Sprintf("compare in %v: a vector of 0 components, want %d", space, info.Width); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("compare.go and seat.go: %v, want %q", err, want)
		}
		q := &cuda.ScanQuestion{Spaces: 1 << s, Causes: 1, Effects: 1}
		for v := range q.Deviations {
			q.Weights[v], q.Deviations[v] = 1, 1
		}
		_, err = q.AppendTo(nil)
		if want := fmt.Sprintf("%v, column %d: a code of 0 bits, want one of %d", space, columns[0], info.Signs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("scan.go and seat.go: %v, want %q", err, want)
		}
	}
}

// TestSeatsSayWhereEveryColumnLies: the record of a seat has a word of each column, one after the other, behind the head's; the kernels read them so.
func TestSeatsSayWhereEveryColumnLies(t *testing.T) {
	seat := cuda.Seat{Head: 1, Bits: 1000}
	for c := range seat.Values {
		seat.Values[c] = cuda.Pointer(100 + c)
	}
	words := seat.AppendTo(nil)
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(words[8*i:]) }
	for c := range seat.Values {
		if got := word(1 + c); got != uint64(100+c) {
			t.Errorf("seat.go: word %d of a seat is %d, want that of column %d", 1+c, got, c)
		}
	}
	if got := word(1 + len(seat.Values)); got != 1000 {
		t.Errorf("seat.go: the word behind the columns is %d, want that of the bits", got)
	}
	head := readKernel(t, "prelude_compare.cuh")
	head.says(1, `BITS = VALUES \+ (\d+), TERMS, TOKENS = TERMS \+ 2, WORDS = (\d+)`, models.DenseColumns, cuda.SeatBytes/8)
	head.says(1, `times_at = (\d+) \* rows \* 16 \+ (\d+) \* rows \* 2,`, cuda.SeatCodeGroups, models.DenseColumns)
	readKernel(t, "scan.cu").says(1, `factors_at = (\d+), times_at = (\d+), turns_at = (\d+), present_at = (\d+)`,
		cuda.SeatFactorsAt, cuda.SeatTimesAt, cuda.SeatTurnsAt, cuda.SeatPresentAt)
}

func TestKernelsHaveTheNumbersOfTheTemporalFormulas(t *testing.T) {
	vectors, similarity, scan := readKernel(t, "temporal.cu"), readKernel(t, "compare.cuh"), readKernel(t, "scan.cu")
	var horizons, seconds []float64
	for _, r := range temporal.Rates {
		h := math.Round(1 / r)
		if 1/h != r {
			t.Fatalf("the rate %v is not one over whole seconds", r)
		}
		horizons = append(horizons, h)
	}
	for _, p := range temporal.Periods {
		seconds = append(seconds, float64(p)/1e9)
	}
	rates, periods, half := float64(len(horizons)), float64(len(seconds)), float64(temporal.RecentPerRate)/2

	// E2
	vectors.says(1, `rate\(int k\).*1\.0 / (\d+).*1\.0 / (\d+).*1\.0 / (\d+).*1\.0 / (\d+);`, horizons...)
	vectors.says(1, `double shift = ([\d.]+) \*`, temporal.RecentPhase)
	vectors.says(2, `\* ([\d.]+) \+ shift\)`, temporal.RecentPhaseStep)
	vectors.says(1, `k = thread_x\(\) / (\d+), i = thread_x\(\) % (\d+) \* 2`, half, half)
	vectors.says(1, `sqrtf\((\d+) \* squares\)`, half)
	vectors.says(1, `j < (\d+); j\+\+`, rates)
	similarity.says(1, `rates\[(\d+)\], periods\[(\d+)\], inverses\[(\d+)\]`, rates, periods, periods)
	similarity.says(1, `phase = mul_of\(([\d.]+), x\)`, temporal.RecentPhase)
	similarity.says(1, `if \(x > (\d+)\) return;`, temporal.RecentCut)
	similarity.says(1, `seconds < (\d+) \? seconds : ([\d.]+),`, temporal.MaxAgeSeconds, temporal.MaxAgeSeconds)

	// E3
	vectors.says(1, `1000000000ll \*.*\? (\d+) : .*\? (\d+) : .*\? (\d+) : .*\? (\d+) : (\d+)\);`, seconds...)
	vectors.says(1, `k = thread_x\(\) / (\d+), n = thread_x\(\) % (\d+) \+ 1`, temporal.Harmonics, temporal.Harmonics)
	vectors.says(1, `if \(k == (\d+)\) \{`, periods)
	scale := float64(float32(1 / math.Sqrt(periods*temporal.Harmonics)))
	for _, m := range regexp.MustCompile(`\* ([\d.]+)f[,;]`).FindAllStringSubmatch(vectors.text, -1) {
		if got, err := strconv.ParseFloat(m[1], 32); err != nil || got != scale {
			t.Errorf("temporal.cu: %q says %v, want %v", m[0], got, scale)
		}
	}
	similarity.says(1, `double phases\[(\d+)\]`, periods)
	similarity.says(1, `dirichlet\[(\d+)\];`, temporal.DirichletSteps+2)
	similarity.says(1, `periods\[k\]\), ([\d.]+)\)\);`, temporal.DirichletSteps)
	similarity.says(1, `div_of\(sum, ([\d.]+)\);`, periods)
	scan.says(1, `i < (\d+); i\+\+\) \{\s+u32 apart`, periods)

	// E4; its frequencies are uploaded.
	vectors.says(1, `pair\[0\] = t\.sine / (\d+), pair\[1\] = t\.cosine / (\d+);`, math.Sqrt(temporal.Width/2), math.Sqrt(temporal.Width/2))
	if !slices.Equal(cuda.TemporalFrequencies(), temporal.Frequencies[:]) {
		t.Error("TemporalFrequencies are not those of package temporal")
	}
	vectors.says(3, `block_x\(\) \* (\d+) \+ 2 \* thread_x\(\);`, temporal.Width)
}
