package convert

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

	"asterism/engine/backend/onnx/graph"
)

// baseGraph is the graph of another file, without its large weights, which stay there.
type baseGraph struct {
	format  int64 // ir_version: of the file itself
	opset   int64 // of the standard operators
	inputs  []value
	outputs []value
	bytes   []byte      // the model, except for inputs that a graph of ours makes itself
	used    []string    // files of its weights, relative to the repository
	front   graph.Graph // what runs before it
}

// value is an input or output: its element type, and its dimensions, −1 where they are not fixed.
type value struct {
	name string
	kind graph.Type
	dims []int64
}

// mostCopied is the most bytes that are copied out of a file: graphs without their weights are far smaller.
const mostCopied = 256 << 20

// inlined is the most bytes of a weight that are copied: shapes and axes are such small weights, and the runtime
// reads them before weights of other files are mapped.
const inlined = 1024

// baseReader parses a model. Field numbers are those of onnx.proto.
type baseReader struct {
	w       *wire
	file    string // relative to the repository, with slashes
	made    []string
	renamed []string
	base    baseGraph
	held    map[string]bool // weights, which old files list among the inputs too
	depth   int             // of messages, while names are changed
	graph   []byte
}

// readBase reads DIR/file. The inputs named in made are left out, for a graph in front that makes them. So are those in
// renamed: their readers in the graph get [ours] of the name, so that the graph in front may have inputs of these names.
func readBase(dir, file string, made, renamed []string) (*baseGraph, error) {
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	base, err := parseBase(&wire{r: f, size: st.Size()}, file, made, renamed)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	return base, nil
}

func parseBase(w *wire, file string, made, renamed []string) (*baseGraph, error) {
	r := &baseReader{w: w, file: file, made: made, renamed: renamed, held: map[string]bool{}}
	if err := w.fields(span{0, w.size}, r.model); err != nil {
		return nil, err
	}
	if r.graph == nil || r.base.opset == 0 {
		return nil, errWire
	}
	r.base.bytes = appendBytes(r.base.bytes, 7, r.graph)
	return &r.base, nil
}

// model is called with the fields of ModelProto.
func (r *baseReader) model(f field) error {
	switch f.number {
	case 1: // ir_version
		r.base.format = int64(f.value)
	case 7: // graph
		if r.graph != nil || f.kind != protowire.BytesType {
			return errWire
		}
		return r.readGraph(f.body)
	case 8: // opset_import
		if err := r.readOpset(f); err != nil {
			return err
		}
	}
	return r.copy(&r.base.bytes, f)
}

// copy adds a field as it is.
func (r *baseReader) copy(to *[]byte, f field) error {
	if err := limitCopied(len(*to) + int(f.whole.to-f.whole.from)); err != nil {
		return err
	}
	b, err := r.w.read(f.whole)
	*to = append(*to, b...)
	return err
}

// limitCopied refuses more than mostCopied bytes.
func limitCopied(n int) error {
	if n > mostCopied {
		return fmt.Errorf("%d bytes of it are no weights in the form of bytes (raw_data, external_data), at most %d are copied", n, mostCopied)
	}
	return nil
}

func (r *baseReader) readOpset(f field) error {
	domain, version := "", uint64(0)
	err := r.w.fields(f.body, func(f field) (err error) {
		switch f.number {
		case 1:
			domain, err = r.w.text(f)
		case 2:
			version = f.value
		}
		return err
	})
	if domain == "" || domain == "ai.onnx" {
		r.base.opset = int64(version)
	}
	return err
}

func (r *baseReader) readGraph(s span) error {
	r.graph = []byte{}
	var inputs []field
	err := r.w.fields(s, func(f field) error {
		switch f.number {
		case 1: // node
			if len(r.renamed) > 0 {
				return r.renameIn(&r.graph, f, r.node)
			}
		case 5: // initializer
			return r.weight(f)
		case 11: // input
			inputs = append(inputs, f)
			return nil
		case 12: // output
			v, err := r.value(f)
			r.base.outputs = append(r.base.outputs, v)
			if err != nil {
				return err
			}
		}
		return r.copy(&r.graph, f)
	})
	if err != nil {
		return err
	}
	for _, f := range inputs {
		v, err := r.value(f)
		if err != nil {
			return err
		}
		if !r.held[v.name] {
			r.base.inputs = append(r.base.inputs, v)
		}
		if !slices.Contains(r.made, v.name) && !slices.Contains(r.renamed, v.name) {
			if err := r.copy(&r.graph, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// weight copies a TensorProto. Large values in it stay where they are and become external data. The path of external
// data is relative to the repository's folder, which has the new graph.
func (r *baseReader) weight(f field) error {
	if f.kind != protowire.BytesType {
		return errWire
	}
	var out []byte
	var name, location string
	var raw span
	err := r.w.fields(f.body, func(f field) (err error) {
		switch {
		case f.number == 8: // name
			name, err = r.w.text(f)
		case f.number == 9 && f.kind == protowire.BytesType && f.body.to-f.body.from > inlined: // raw_data
			raw = f.body
			return nil
		case f.number == 13 && f.kind == protowire.BytesType: // external_data
			key, v, err := r.entry(f.body)
			if err != nil {
				return err
			}
			if key == "location" {
				location, v = v, path.Join(path.Dir(r.file), v)
				r.base.used = append(r.base.used, v)
			}
			out = appendBytes(out, 13, stringEntry(key, v))
			return nil
		}
		if err != nil {
			return err
		}
		return r.copy(&out, f)
	})
	switch {
	case err != nil:
		return fmt.Errorf("weight %q: %w", name, err)
	case location != "" && !filepath.IsLocal(filepath.FromSlash(location)):
		return fmt.Errorf("weight %q: its file %q is not beside the graph", name, location)
	case location != "" && raw != span{}:
		return fmt.Errorf("weight %q: stands in %q and in the graph", name, location)
	case raw != span{}:
		out = r.external(out, raw)
	}
	if err := limitCopied(len(r.graph) + len(out)); err != nil {
		return err
	}
	r.held[name] = true
	r.graph = appendBytes(r.graph, 5, out)
	return nil
}

// external completes a TensorProto whose values are the bytes of s.
func (r *baseReader) external(tensor []byte, s span) []byte {
	r.base.used = append(r.base.used, r.file)
	tensor = appendBytes(tensor, 13, stringEntry("location", r.file))
	tensor = appendBytes(tensor, 13, stringEntry("offset", strconv.FormatInt(s.from, 10)))
	tensor = appendBytes(tensor, 13, stringEntry("length", strconv.FormatInt(s.to-s.from, 10)))
	return appendVarint(tensor, 14, 1) // data_location = EXTERNAL
}

// entry reads a StringStringEntryProto, and stringEntry writes one.
func (r *baseReader) entry(s span) (key, value string, err error) {
	err = r.w.fields(s, func(f field) (err error) {
		switch f.number {
		case 1:
			key, err = r.w.text(f)
		case 2:
			value, err = r.w.text(f)
		}
		return err
	})
	return key, value, err
}

func stringEntry(key, value string) []byte {
	return appendBytes(appendBytes(nil, 1, []byte(key)), 2, []byte(value))
}

// value reads a ValueInfoProto. One that is no tensor has the type 0.
func (r *baseReader) value(f field) (value, error) {
	var v value
	if f.kind != protowire.BytesType {
		return v, errWire
	}
	err := r.within(f.body, 2, func(typ span) error { // type
		return r.within(typ, 1, func(tensor span) error { // tensor_type
			return r.w.fields(tensor, func(f field) error {
				switch {
				case f.number == 1: // elem_type
					v.kind = graph.Type(f.value)
				case f.number == 2 && f.kind == protowire.BytesType: // shape
					return r.within(f.body, 1, func(dim span) error { return r.dim(&v, dim) })
				}
				return nil
			})
		})
	})
	if err != nil {
		return v, err
	}
	return v, r.w.fields(f.body, func(f field) (err error) {
		if f.number == 1 {
			v.name, err = r.w.text(f)
		}
		return err
	})
}

// within calls each with the bodies of the fields of that number.
func (r *baseReader) within(s span, number protowire.Number, each func(span) error) error {
	return r.w.fields(s, func(f field) error {
		if f.number != number || f.kind != protowire.BytesType {
			return nil
		}
		return each(f.body)
	})
}

func (r *baseReader) dim(v *value, s span) error {
	size := int64(-1)
	err := r.w.fields(s, func(f field) error {
		if f.number == 1 && f.kind == protowire.VarintType { // dim_value
			size = int64(f.value)
		}
		return nil
	})
	v.dims = append(v.dims, size)
	return err
}
