package drawn

import (
	"fmt"
	"math"
)

// tensor is a weight by its name in the file, and how it is drawn: numbers around Mean with the deviation Std. The sizes
// keep the output of every layer near unit variance, so that an error in any layer shows at the end. Counted tensors
// are no weights: int64 0, 1, 2, … as older repositories keep for the positions.
type tensor struct {
	name      string
	shape     []int
	mean, std float64
	counted   bool
}

func (t *tensor) values() int {
	n := 1
	for _, d := range t.shape {
		n *= d
	}
	return n
}

// list gathers the tensors of a model.
type list []tensor

// matrix adds a weight [out, in], as torch's Linear keeps it.
func (l *list) matrix(name string, out, in int) {
	*l = append(*l, tensor{name: name + ".weight", shape: []int{out, in}, std: 1 / math.Sqrt(float64(in))})
}

// linear adds a matrix and its bias.
func (l *list) linear(name string, out, in int) {
	l.matrix(name, out, in)
	l.vector(name+".bias", out, 0, 0.1)
}

// norm adds a layer norm.
func (l *list) norm(name string, width int) {
	l.vector(name+".weight", width, 1, 0.1)
	l.vector(name+".bias", width, 0, 0.1)
}

func (l *list) vector(name string, n int, mean, std float64) {
	*l = append(*l, tensor{name: name, shape: []int{n}, mean: mean, std: std})
}

func (l *list) table(name string, rows, width int, std float64) {
	*l = append(*l, tensor{name: name, shape: []int{rows, width}, std: std})
}

func (l *list) positions(name string, n int) {
	*l = append(*l, tensor{name: name, shape: []int{1, n}, counted: true})
}

// tensors lists the tensors of the model's safetensors.
func (s *Spec) tensors() (list, error) {
	var l list
	switch s.Family {
	case BERT, MaskedLM, ColBERT, XLMRoberta:
		s.bert(&l)
	case Nomic:
		s.nomic(&l)
	case Qwen2:
		s.qwen2(&l)
	case CLIP:
		s.clip(&l)
	default:
		return nil, fmt.Errorf("make model: the family %q is not known", s.Family)
	}
	return l, nil
}
