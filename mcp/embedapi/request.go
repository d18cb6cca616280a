package embedapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"asterism/engine"
	"asterism/engine/batch"
	"asterism/engine/fault"
)

// request is a parsed body of POST /v1/embeddings.
type request struct {
	model      Model
	texts      []string
	role       batch.Role
	dimensions int  // length of a vector, at most the model's
	base64     bool // encoding of the answer
}

// badRequest is a mistake of the caller: the field, and what is wrong with it.
type badRequest struct{ param, message string }

func (e *badRequest) Error() string { return e.message }

func bad(param, format string, args ...any) *badRequest {
	return &badRequest{param, fmt.Sprintf(format, args...)}
}

// fields is the body as received. User is OpenAI's and has no meaning here.
type fields struct {
	Model          string          `json:"model"`
	Input          json.RawMessage `json:"input"`
	EncodingFormat string          `json:"encoding_format"`
	Dimensions     *int            `json:"dimensions"`
	InputType      string          `json:"input_type"`
	User           string          `json:"user"`
}

// parse reads a body. Its error is a *badRequest. Go's decoder would replace bytes that are not UTF-8, and half characters, and the vector would be that of another text.
func parse(body []byte) (*request, error) {
	if !utf8.Valid(body) {
		return nil, bad("", "the body is not valid UTF-8 at byte %d: nothing was done; send UTF-8", engine.FirstBadByte(string(body)))
	}
	if half := fault.HalfCharacter(body); half != "" {
		return nil, bad("", "%s: nothing was done; send whole characters", half)
	}
	var f fields
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, bad("", "the body is no request for embeddings: %v; fields are model, input, encoding_format, dimensions, input_type and user", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, bad("", "something follows the JSON object of the body")
	}
	m, err := ModelOf(f.Model)
	if err != nil {
		return nil, bad("model", "%v", err)
	}
	r := &request{model: m, dimensions: m.Width}
	if mistake := r.read(&f); mistake != nil { // a nil *badRequest in an error would not be nil
		return nil, mistake
	}
	return r, nil
}

func (r *request) read(f *fields) *badRequest {
	if d := f.Dimensions; d != nil {
		if *d < 1 || *d > r.model.Width {
			return bad("dimensions", "dimensions is %d, want 1 to %d for %s", *d, r.model.Width, r.model.ID)
		}
		r.dimensions = *d
	}
	switch f.EncodingFormat {
	case "", "float":
	case "base64":
		r.base64 = true
	default:
		return bad("encoding_format", "encoding_format is %q, want float or base64", f.EncodingFormat)
	}
	switch f.InputType {
	case "", "passage", "document":
	case "query":
		r.role = batch.Query
	default:
		return bad("input_type", "input_type is %q, want passage, document or query", f.InputType)
	}
	return r.readInput(f.Input)
}

// readInput reads a text or a list of texts. Token ids are refused: they belong to OpenAI's vocabulary and mean other words here.
func (r *request) readInput(raw json.RawMessage) *badRequest {
	var one string
	if json.Unmarshal(raw, &one) == nil && len(raw) > 0 && raw[0] == '"' {
		r.texts = []string{one}
		return nil
	}
	if err := json.Unmarshal(raw, &r.texts); err == nil && r.texts != nil && !holdsNull(raw) {
		return nil
	}
	if trimmed := strings.TrimLeft(string(raw), "[ \t\r\n"); trimmed != "" && strings.ContainsAny(trimmed[:1], "-0123456789") {
		return bad("input", "input holds token ids, which belong to another tokenizer: send texts (LangChain: check_embedding_ctx_length=False)")
	}
	return bad("input", "input is no text and no list of texts")
}

// holdsNull reports whether a list contains null, which Go would read as an empty string.
func holdsNull(raw json.RawMessage) bool {
	var all []any
	if json.Unmarshal(raw, &all) != nil {
		return true
	}
	for _, v := range all {
		if v == nil {
			return true
		}
	}
	return false
}
