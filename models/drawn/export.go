package drawn

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"asterism/engine/backend/onnx/graph"
)

// insideMost bounds the weights that stand in a graph's own file, in bytes: a protobuf message ends at 2 GiB.
const insideMost = 2<<30 - 64<<20

// besideLeast is the size in bytes from which on a weight is stored in the data file next to the graph, if there is one:
// shapes and axes stay in the graph for shape inference, as the usual tools do it.
const besideLeast = 1024

// exported is one graph of an export.
type exported struct {
	file    string
	weights string // how the names of its weights begin
	write   func(*export)
}

// exports are the graphs of the family's exports: one, or one for each tower.
func (s *Spec) exports() ([]exported, error) {
	const file = "model.onnx"
	switch s.Family {
	case BERT, MaskedLM, ColBERT:
		return []exported{{file, "", (*export).bert}}, nil
	case Nomic:
		return []exported{{file, "", (*export).nomic}}, nil
	case Qwen2:
		return []exported{{file, "", (*export).qwen2}}, nil
	case CLIP:
		return []exported{{"text_model.onnx", "text_", (*export).clipText}, {"vision_model.onnx", "vis", (*export).clipImage}}, nil
	}
	return nil, fmt.Errorf("export model: the family %q is not known", s.Family)
}

// WriteONNX writes the model into dir, which is made, as the usual tools export one: plain operators over rectangles, nothing
// pooled, weights in float32, those of [Spec.Write] with the same seed. Inputs are int64 [batch, sequence] but for pixels:
//
//	BERT, ColBERT  model.onnx         input_ids, attention_mask, token_type_ids → last_hidden_state [batch, sequence, Hidden]
//	MaskedLM       model.onnx         the same → logits [batch, sequence, Vocabulary]
//	Nomic          model.onnx         the same → last_hidden_state
//	Qwen2          model.onnx         input_ids, attention_mask, position_ids → last_hidden_state
//	CLIP           text_model.onnx    input_ids → text_embeds [batch, Project]
//	               vision_model.onnx  pixel_values float32 [batch, 3, size, size] → image_embeds [batch, Project]
//
// If a graph does not fit into one file, or with [Spec.Beside], its weights are in FILE_data next to it.
func (s *Spec) WriteONNX(dir string, seed uint64) error {
	all, err := s.tensors()
	if err != nil {
		return err
	}
	graphs, err := s.exports()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("export model: %w", err)
	}
	for _, x := range graphs {
		if err := s.writeExport(dir, x, all, seed); err != nil {
			return fmt.Errorf("export model: %w", err)
		}
	}
	return nil
}

// writeExport writes one graph, and its data file if it has one.
func (s *Spec) writeExport(dir string, x exported, all list, seed uint64) (err error) {
	e := &export{spec: s, seed: seed, tensors: map[string]*tensor{}}
	total := int64(0)
	for i := range all {
		if strings.HasPrefix(all[i].name, x.weights) {
			e.tensors[all[i].name] = &all[i]
			total += all[i].bytes(F32)
		}
	}
	path := filepath.Join(dir, x.file)
	if s.Beside || total > insideMost {
		f, err := os.Create(path + "_data")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		e.data, e.dataName = bufio.NewWriterSize(f, 1<<20), x.file+"_data"
	}
	x.write(e)
	if e.data != nil {
		e.err = errors.Join(e.err, e.data.Flush())
	}
	if e.err != nil {
		return e.err
	}
	return os.WriteFile(path, e.g.Bytes(), 0o644)
}

// export is a graph under construction.
type export struct {
	g       graph.Graph
	spec    *Spec
	seed    uint64
	tensors map[string]*tensor
	n       int

	data     *bufio.Writer // nil: the weights stand in the graph
	dataName string
	dataEnd  int64
	err      error // the first of writing data
}

// op adds an operator and returns its output.
func (e *export) op(name string, inputs []string, attrs ...graph.Attr) string {
	e.n++
	return e.g.Node(name, fmt.Sprintf("%s_%d", name, e.n), inputs, attrs...)
}

func (e *export) scalar(v float32) string {
	e.n++
	return e.g.Floats(fmt.Sprintf("c_%d", e.n), []float32{v})
}

func (e *export) ints(v ...int64) string {
	e.n++
	return e.g.Ints(fmt.Sprintf("i_%d", e.n), v, len(v))
}

// number is a constant without dimensions.
func (e *export) number(v int64) string {
	e.n++
	return e.g.Ints(fmt.Sprintf("n_%d", e.n), []int64{v})
}

// draw returns the values of the weight of that name.
func (e *export) draw(name string) (*tensor, []float32) {
	t := e.tensors[name]
	values := make([]float32, t.values())
	newSource(t, e.seed).floats(values)
	return t, values
}

// tensor adds a weight to the graph, or to its data file.
func (e *export) tensor(name string, values []float32, shape ...int) string {
	if e.data == nil || 4*len(values) < besideLeast {
		return e.g.Floats(name, values, shape...)
	}
	at := graph.External{Location: e.dataName, Offset: e.dataEnd, Length: 4 * int64(len(values))}
	e.dataEnd += at.Length
	var b [4]byte
	for _, v := range values {
		binary.LittleEndian.PutUint32(b[:], math.Float32bits(v))
		if _, err := e.data.Write(b[:]); err != nil && e.err == nil {
			e.err = err
		}
	}
	return e.g.External(name, graph.Float, at, shape...)
}

// weight adds a weight as it is.
func (e *export) weight(name string) string {
	t, values := e.draw(name)
	return e.tensor(name, values, t.shape...)
}

// turned adds a weight [out, in] as [in, out], the way MatMul wants it.
func (e *export) turned(name string) string {
	t, values := e.draw(name)
	out, in := t.shape[0], t.shape[1]
	v := make([]float32, len(values))
	for i := range out {
		for j := range in {
			v[j*out+i] = values[i*in+j]
		}
	}
	return e.tensor(name+"ᵀ", v, in, out)
}
