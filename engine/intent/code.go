package intent

import (
	_ "embed"
	"encoding/binary"
	"hash/fnv"
	"math"
	"strings"
	"unicode"

	"asterism/engine/pattern"
)

// CodeFeatures is the number of buckets into which features of a question are hashed.
const CodeFeatures = 1 << 13

// codeWeights were learned by `go run ./bench profile`: the scale and the bias as float32, little endian, then a weight of eight bits for each feature.
//
//go:embed asks_code.bin
var codeWeights []byte

// codeHead is the offset of the weights of the features.
const codeHead = 8

// AsksForCode returns the probability, 0 to 1, that the answer to a question is code.
func AsksForCode(text string) float64 { return CodeOf(codeWeights, text) }

// CodeOf is [AsksForCode] with other weights ([PackCodeWeights]): logistic regression over the features of the words ([Features]).
func CodeOf(packed []byte, text string) float64 {
	scale := math.Float32frombits(binary.LittleEndian.Uint32(packed))
	bias := math.Float32frombits(binary.LittleEndian.Uint32(packed[4:]))
	list := Features(text)
	if len(list) == 0 {
		return 0
	}
	sum := 0
	for _, f := range list {
		sum += int(int8(packed[codeHead+int(f)]))
	}
	return logistic(float64(bias) + float64(scale)*float64(sum)/math.Sqrt(float64(len(list))))
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// PackCodeWeights returns weights in the form of the embedded file: the bias and a weight for each of [CodeFeatures].
func PackCodeWeights(bias float64, weights []float64) []byte {
	most := 0.
	for _, w := range weights {
		most = max(most, math.Abs(w))
	}
	scale := max(most, 1e-9) / math.MaxInt8
	out := make([]byte, codeHead, codeHead+len(weights))
	binary.LittleEndian.PutUint32(out, math.Float32bits(float32(scale)))
	binary.LittleEndian.PutUint32(out[4:], math.Float32bits(float32(bias)))
	for _, w := range weights {
		out = append(out, byte(int8(math.Round(w/scale))))
	}
	return out
}

// Features returns the hashed features of a question: its words, pairs of adjacent words, and shapes of words that do not occur in prose, such as parseHeader or retry_count.
// A name of two parts (YouTube, LeBron, McGee) has the shape of a name. A feature may occur twice.
func Features(text string) []uint16 {
	var out []uint16
	before := "^"
	add := func(word string) {
		out = append(out, hashed(word), hashed(before+" "+word))
		before = word
	}
	for _, field := range strings.Fields(text) {
		for _, shape := range codeShapes {
			if shape.words.MatchString(field) {
				out = append(out, hashed("#"+shape.name))
			}
		}
		for _, word := range strings.FieldsFunc(field, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '\'' && r != '’'
		}) {
			add(shaped(word))
		}
	}
	return out
}

// shaped returns a word in lower case, or only its shape if it is an identifier: the name of one function says nothing about another's.
func shaped(word string) string {
	switch {
	case strings.ContainsRune(strings.Trim(word, "_"), '_'):
		return "#snake"
	case camelName.MatchString(word):
		return "#camel"
	case strings.IndexFunc(word, unicode.IsDigit) >= 0:
		return "#digits"
	}
	return strings.ToLower(word)
}

func hashed(feature string) uint16 {
	h := fnv.New32a()
	h.Write([]byte(feature))
	return uint16(h.Sum32() % CodeFeatures)
}

// camelName matches parseHeader and HttpRequestParser, but not iPhone, YouTube or McGee.
var camelName = pattern.New(`^(?:[a-z]{2}[a-z0-9]*(?:[A-Z][a-z0-9]*)+|(?:[A-Z][a-z0-9]+){3,}[A-Z]?)$`)

// codeShapes are shapes of fields between spaces.
var codeShapes = []struct {
	name  string
	words *pattern.Pattern
}{
	{"quoted", pattern.New("`[^`]+`")},
	{"call", pattern.New(`[\pL_]\w*\(`)},
	{"operator", pattern.New(`::|->|=>|[!=]=|:=|&&|\|\||;$|[{}<>]`)},
	{"member", pattern.New(`[a-z]\w*\.[a-z]\w*\.?\w*$`)},
	{"flag", pattern.New(`^--?[a-z][\w-]*$`)},
	{"path", pattern.New(`[\w~.-]*/[\w.-]+`)},
	{"upper", pattern.New(`^[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*$`)},
}
