package embedapi

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// fake is a mock that gives text i of a call the vector (i+1, i+2, …) of its space, and records the questions. A text "absent" has none.
type fake struct {
	asked engine.EmbedQuestion
	err   error
}

func (f *fake) Embed(_ context.Context, q engine.EmbedQuestion) (*engine.Embedded, error) {
	f.asked = q
	if f.err != nil {
		return nil, f.err
	}
	out := &engine.Embedded{}
	s := q.Spaces.Spaces()[0]
	for i, text := range q.Texts {
		var print fingerprint.Fingerprint
		width := s.Info().Width
		if s.Info().Kind == models.Pair {
			width *= 2
		}
		for j := range width {
			print[s].Dense = append(print[s].Dense, float32(i+j+1))
		}
		if text == "absent" {
			print[s] = fingerprint.Value{}
		}
		out.Values, out.Tokens = append(out.Values, print), append(out.Tokens, len(text))
	}
	return out, nil
}

// ask sends a request to a handler over the mock and reads the answer.
func ask(t *testing.T, f *fake, method, path, body string) (int, http.Header, map[string]any) {
	t.Helper()
	w := httptest.NewRecorder()
	Handler(func(context.Context) (Embedder, error) { return f, nil }).ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
	var v map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%s %s: %d, no JSON: %s", method, path, w.Code, w.Body)
	}
	return w.Code, w.Header(), v
}

// numbers returns the embedding of a text in an answer.
func numbers(t *testing.T, v map[string]any, i int) (out []float32) {
	t.Helper()
	d := v["data"].([]any)[i].(map[string]any)
	if d["index"].(float64) != float64(i) || d["object"] != "embedding" {
		t.Errorf("text %d: %v %v", i, d["index"], d["object"])
	}
	switch e := d["embedding"].(type) {
	case string:
		b, err := base64.StdEncoding.DecodeString(e)
		if err != nil {
			t.Fatal(err)
		}
		for ; len(b) > 0; b = b[4:] {
			out = append(out, math.Float32frombits(binary.LittleEndian.Uint32(b)))
		}
	case []any:
		for _, x := range e {
			out = append(out, float32(x.(float64)))
		}
	}
	return out
}

func TestEmbeddings(t *testing.T) {
	third := float32(1 / math.Sqrt(5)) // of (1, 2), scaled to length 1
	for name, c := range map[string]struct {
		body  string
		texts int
		space models.Space
		role  batch.Role
		width int
		first float32
	}{
		"one text":     {`{"model":"semantic","input":"kettle"}`, 1, models.Semantic, batch.Passage, 1024, 1},
		"a list":       {`{"model":"code","input":["a","b"],"encoding_format":"float","user":"u"}`, 2, models.Code, batch.Passage, 1536, 1},
		"base64":       {`{"model":"graph","input":["a","b","c"],"encoding_format":"base64"}`, 3, models.Graph, batch.Passage, 384, 1},
		"by code":      {`{"model":"e1","input":"a"}`, 1, models.Semantic, batch.Passage, 1024, 1},
		"a question":   {`{"model":"Semantic","input":"a","input_type":"query"}`, 1, models.Semantic, batch.Query, 1024, 1},
		"a document":   {`{"model":"semantic","input":"a","input_type":"document"}`, 1, models.Semantic, batch.Passage, 1024, 1},
		"a cause":      {`{"model":"causal-cause","input":"a"}`, 1, models.Causal, batch.Passage, 768, 1},
		"an effect":    {`{"model":"causal-effect","input":"a"}`, 1, models.Causal, batch.Passage, 768, 769},
		"shortened":    {`{"model":"semantic","input":"a","dimensions":2}`, 1, models.Semantic, batch.Passage, 2, third},
		"not shorter":  {`{"model":"semantic","input":"a","dimensions":1024}`, 1, models.Semantic, batch.Passage, 1024, 1},
		"base64 short": {`{"model":"semantic","input":"a","dimensions":2,"encoding_format":"base64"}`, 1, models.Semantic, batch.Passage, 2, third},
	} {
		f := &fake{}
		code, _, v := ask(t, f, "POST", "/v1/embeddings", c.body)
		if code != 200 || v["object"] != "list" || len(v["data"].([]any)) != c.texts {
			t.Errorf("%s: %d %.200v", name, code, v)
			continue
		}
		if got := numbers(t, v, 0); len(got) != c.width || got[0] != c.first {
			t.Errorf("%s: %d numbers that begin with %v, want %d and %v", name, len(got), got[0], c.width, c.first)
		}
		if f.asked.Spaces != models.SetOf(c.space) || f.asked.Role != c.role || len(f.asked.Texts) != c.texts {
			t.Errorf("%s: the engine was asked %+v", name, f.asked)
		}
		tokens := float64(len(strings.Join(f.asked.Texts, "")))
		if u := v["usage"].(map[string]any); u["prompt_tokens"] != tokens || u["total_tokens"] != tokens {
			t.Errorf("%s: usage is %v, want %v", name, u, tokens)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct{ body, param, says string }{
		"no JSON":          {`{`, "", "no request for embeddings"},
		"unknown field":    {`{"model":"semantic","input":"a","inputs":"b"}`, "", "inputs"},
		"half":             {`{"model":"semantic","input":["a","b\ud800"]}`, "", `input[1] holds \ud800 after 1 characters`},
		"not UTF-8":        {"{\"model\":\"semantic\",\"input\":\"a\xff\"}", "", "not valid UTF-8 at byte 30"},
		"deeply nested":    {`{"model":"semantic","input":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "}", "", "depth"},
		"two objects":      {`{"model":"semantic","input":"a"}{}`, "", "something follows"},
		"no model":         {`{"input":"a"}`, "model", "the models are semantic, causal-cause"},
		"OpenAI's model":   {`{"model":"text-embedding-3-small","input":"a"}`, "model", "text-embedding-3-small"},
		"terms":            {`{"model":"splade","input":"a"}`, "model", "MCP tool embed"},
		"a time":           {`{"model":"E2","input":"a"}`, "model", "MCP tool embed"},
		"both sides":       {`{"model":"causal","input":"a"}`, "model", "two vectors"},
		"no input":         {`{"model":"semantic"}`, "input", "no text"},
		"null":             {`{"model":"semantic","input":null}`, "input", "no text"},
		"a null among":     {`{"model":"semantic","input":["a",null]}`, "input", "no text"},
		"token ids":        {`{"model":"semantic","input":[1,2]}`, "input", "token ids"},
		"lists of ids":     {`{"model":"semantic","input":[[1,2],[3]]}`, "input", "token ids"},
		"a number":         {`{"model":"semantic","input":5}`, "input", "token ids"},
		"an object":        {`{"model":"semantic","input":{}}`, "input", "no text"},
		"0 dimensions":     {`{"model":"semantic","input":"a","dimensions":0}`, "dimensions", "1 to 1024"},
		"too many":         {`{"model":"semantic","input":"a","dimensions":1025}`, "dimensions", "1 to 1024"},
		"unknown encoding": {`{"model":"semantic","input":"a","encoding_format":"int8"}`, "encoding_format", "float or base64"},
		"unknown type":     {`{"model":"semantic","input":"a","input_type":"classification"}`, "input_type", "passage, document or query"},
		"absent":           {`{"model":"semantic","input":["a","absent"]}`, "input", "text 1 has no value"},
	} {
		code, _, v := ask(t, &fake{}, "POST", "/v1/embeddings", c.body)
		e, _ := v["error"].(map[string]any)
		param, _ := e["param"].(string)
		if code != 400 || e["type"] != invalidRequest || param != c.param || !strings.Contains(e["message"].(string), c.says) {
			t.Errorf("%s: %d %v, want 400 about %q that says %q", name, code, v, c.param, c.says)
		}
	}
}

func TestErrorsOfTheEngine(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		code  int
		kind  string
		after string
	}{
		"a bad text": {&engine.Error{Kind: engine.KindInvalid, Message: "text 0 is blank", Hint: "give one"}, 400, invalidRequest, ""},
		"busy":       {&engine.Error{Kind: engine.KindBusy, Message: "busy", RetryAfterMs: 1500}, 429, "rate_limit_error", "2"},
		"a device":   {&engine.Error{Kind: engine.KindDevice, Message: "lost"}, 500, "server_error", ""},
		"another":    {errors.New("odd"), 500, "server_error", ""},
	} {
		code, header, v := ask(t, &fake{err: c.err}, "POST", "/v1/embeddings", `{"model":"semantic","input":"a"}`)
		if e := v["error"].(map[string]any); code != c.code || e["type"] != c.kind || header.Get("Retry-After") != c.after {
			t.Errorf("%s: %d %v, retry after %q", name, code, v, header.Get("Retry-After"))
		}
	}
}

func TestModels(t *testing.T) {
	_, _, v := ask(t, &fake{}, "GET", "/v1/models", "")
	data := v["data"].([]any)
	if len(data) != len(Models()) || v["object"] != "list" {
		t.Fatalf("%v", v)
	}
	for _, d := range data {
		m := d.(map[string]any)
		code, _, one := ask(t, &fake{}, "GET", "/v1/models/"+m["id"].(string), "")
		if code != 200 || one["id"] != m["id"] || one["object"] != "model" {
			t.Errorf("%v: %d %v", m["id"], code, one)
		}
		if code, _, v := ask(t, &fake{}, "POST", "/v1/embeddings", `{"input":"a","model":"`+m["id"].(string)+`"}`); code != 200 || float64(len(numbers(t, v, 0))) != m["dimensions"] {
			t.Errorf("%v: %d, want %v numbers", m["id"], code, m["dimensions"])
		}
	}
	if code, _, v := ask(t, &fake{}, "GET", "/v1/models/gpt-4", ""); code != 404 || v["error"] == nil {
		t.Errorf("a model that is not there: %d %v", code, v)
	}
	if code, _, v := ask(t, &fake{}, "POST", "/v1/chat/completions", "{}"); code != 404 || v["error"] == nil {
		t.Errorf("another path: %d %v", code, v)
	}
}

// FuzzParse: any body is a request that can be answered, or an error with a message.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"model":"semantic","input":"a"}`, `{"model":"E7","input":["a",""],"dimensions":7,"encoding_format":"base64"}`, `{"input":[[1]],"model":"code"}`, "", "[", `{"model":1}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := parse(body)
		if b := (*badRequest)(nil); err != nil && (!errors.As(err, &b) || b.message == "") {
			t.Fatalf("%v", err)
		}
		if err == nil && (r.texts == nil || r.dimensions < 1 || r.dimensions > r.model.Width) {
			t.Fatalf("%+v", r)
		}
	})
}
