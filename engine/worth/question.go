package worth

import (
	"hash/fnv"
	"math"
	"regexp"
	"slices"
	"strings"

	"asterism/engine/intent"
	"asterism/engine/passage"
)

// Question is what is stored about a question to recognise it again.
type Question struct {
	Vector []byte   `json:"vector"` // in E1: one byte for each component, as an int8; the largest has the absolute value 127
	Stems  []uint32 `json:"stems"`  // hashes of the stems of its words, ascending
	Asks   string   `json:"asks,omitempty"`
	Names  []uint32 `json:"names,omitempty"` // hashes of the identifiers and numbers in it, ascending
}

var number = regexp.MustCompile(`\d+`)

// NewQuestion returns the question of a text with a value in E1.
func NewQuestion(text string, vector []float32) Question {
	q := Question{Vector: quantised(vector), Asks: asks(text)}
	for stem := range passage.WordsOf(text) {
		q.Stems = append(q.Stems, hashed(stem))
	}
	for _, n := range intent.Names(text) {
		q.Names = append(q.Names, hashed(strings.ToLower(n.Written)))
	}
	for _, n := range number.FindAllString(text, -1) {
		q.Names = append(q.Names, hashed(n))
	}
	slices.Sort(q.Stems)
	slices.Sort(q.Names)
	q.Names = slices.Compact(q.Names)
	return q
}

func hashed(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s)) // never fails
	return h.Sum32()
}

var asking = regexp.MustCompile(`\b(?:how (long|many|much|often|far|old)|(who)(?:m|se)?|(where)|(when)|(why)|(how))\b`)

// asks returns what a question asks for (who, when, how long); "" if it does not say that, as with what and which.
func asks(text string) string {
	m := asking.FindStringSubmatch(strings.ToLower(text))
	return strings.Join(m[min(1, len(m)):], "")
}

const (
	// different is the similarity up to which a question is another one, and same the one from which it is the same. In between the weight is partial. Ten
	// pairs of paraphrases have .44 to .95, and ten pairs of questions that differ in one thing .15 to .68. So this separates all of the latter, and misses some paraphrases.
	different = .68
	same      = .85
)

// Near returns how surely two questions are the same, 0…1: by the mean of their cosine in E1 and the share of common stems. Questions that name different things or numbers,
// or ask for different things (who, when, how long), are not the same, however similar.
func (q *Question) Near(o *Question) float64 {
	if len(q.Vector) != len(o.Vector) || !slices.Equal(q.Names, o.Names) || q.Asks != o.Asks && q.Asks != "" && o.Asks != "" {
		return 0
	}
	words := shared(q.Stems, o.Stems)
	if (1+words)/2 <= different { // for any cosine, which takes longer to compute
		return 0
	}
	return max(0, min(1, ((cosine(q.Vector, o.Vector)+words)/2-different)/(same-different)))
}

func quantised(v []float32) []byte {
	most := float32(0)
	for _, x := range v {
		most = max(most, x, -x)
	}
	out := make([]byte, len(v))
	for i, x := range v {
		if most > 0 {
			out[i] = byte(int8(math.Round(float64(127 * x / most))))
		}
	}
	return out
}

// cosine returns the cosine of two vectors of the same length; 0 if one of them is zero.
func cosine(a, b []byte) float64 {
	var ab, aa, bb int64
	for i := range a {
		x, y := int64(int8(a[i])), int64(int8(b[i]))
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return float64(ab) / math.Sqrt(float64(aa)*float64(bb))
}

// shared returns the share of the stems of two questions that both have; 1 if neither has any.
func shared(a, b []uint32) float64 {
	both := 0
	for _, x := range a {
		if _, found := slices.BinarySearch(b, x); found {
			both++
		}
	}
	if all := len(a) + len(b) - both; all > 0 {
		return float64(both) / float64(all)
	}
	return 1
}
