package convert

import (
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// renameIn copies a message field by field; each copies a field with its names changed. Bytes that are no message are an error.
func (r *baseReader) renameIn(to *[]byte, f field, each func(to *[]byte, f field) error) error {
	if r.depth++; f.kind != protowire.BytesType || r.depth > deepest {
		return errWire
	}
	defer func() { r.depth-- }()
	var out []byte
	if err := r.w.fields(f.body, func(f field) error { return each(&out, f) }); err != nil {
		return err
	}
	if err := limitCopied(len(*to) + len(out)); err != nil {
		return err
	}
	*to = appendBytes(*to, f.number, out)
	return nil
}

// deepest is how deep messages may be nested; protobuf readers have the same limit.
const deepest = 100

// node is called with the fields of NodeProto: its inputs are names, and its attributes may contain graphs that read the names
// of the graph around them.
func (r *baseReader) node(to *[]byte, f field) error {
	switch f.number {
	case 1: // input
		name, err := r.w.text(f)
		if err != nil {
			return err
		}
		if slices.Contains(r.renamed, name) {
			*to = appendBytes(*to, f.number, []byte(ours(name)))
			return nil
		}
	case 5: // attribute
		return r.renameIn(to, f, r.attribute)
	}
	return r.copy(to, f)
}

// attribute is called with the fields of AttributeProto.
func (r *baseReader) attribute(to *[]byte, f field) error {
	if f.number == 6 || f.number == 11 { // g, graphs
		return r.renameIn(to, f, r.inner)
	}
	return r.copy(to, f)
}

// inner is called with the fields of a GraphProto within a node.
func (r *baseReader) inner(to *[]byte, f field) error {
	if f.number == 1 { // node
		return r.renameIn(to, f, r.node)
	}
	return r.copy(to, f)
}
