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

// Question is what is kept of a question, to know it again.
type Question struct {
	Vector []byte   `json:"vector"` // in E1: a component a byte, as an int8, the greatest 127
	Stems  []uint32 `json:"stems"`  // hashes of the stems of its words, ascending
	Asks   string   `json:"asks,omitempty"`
	Names  []uint32 `json:"names,omitempty"` // hashes of the identifiers and numbers in it, ascending
}

var number = regexp.MustCompile(`\d+`)

// NewQuestion is a question of some words with a value in E1.
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

// asks is what a question asks for; "" for one that does not say it, as with what and which.
func asks(text string) string {
	m := asking.FindStringSubmatch(strings.ToLower(text))
	return strings.Join(m[min(1, len(m)):], "")
}

const (
	// different and same are the likenesses up to which a question counts as another one, and from which on as the same. Between them what is known counts in part. Ten
	// pairs of paraphrases and ten of questions that differ in one thing lie at .44 to .95 and at .15 to .68: this takes those questions apart, and leaves some paraphrases.
	different = .68
	same      = .85
)

// Near is how surely two questions are the same, 0…1: by the mean of their cosine in E1 and the share of their stems that both have. Questions that name other things or numbers,
// or ask for something else (who, when, how long), are not the same however alike.
func (q *Question) Near(o *Question) float64 {
	if len(q.Vector) != len(o.Vector) || !slices.Equal(q.Names, o.Names) || q.Asks != o.Asks && q.Asks != "" && o.Asks != "" {
		return 0
	}
	words := shared(q.Stems, o.Stems)
	if (1+words)/2 <= different { // whatever the cosine, which takes longer
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

// cosine is that of two vectors of one length; 0 when one of them is.
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

// shared is the share of the stems of two questions that both have; 1 when neither has any.
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
