package hub

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestParseInfo(t *testing.T) {
	ok := `{"id":"a/b","sha":"` + commitA + `","siblings":[{"rfilename":"x","size":3,"blobId":"` + commitB + `"}]`
	for name, c := range map[string]struct{ text, licence, words string }{
		"plain":               {ok + `}`, "", ""},
		"a licence":           {ok + `,"cardData":{"license":"mit"}}`, "mit", ""},
		"several":             {ok + `,"cardData":{"license":["mit","cc-by-nc-4.0"]}}`, "mit, cc-by-nc-4.0", ""},
		"a tag":               {ok + `,"tags":["license:apache-2.0"]}`, "apache-2.0", ""},
		"its own name":        {ok + `,"cardData":{"license":"other","license_name":"our-rail-m"}}`, "our-rail-m", ""},
		"with colours":        {ok + `,"cardData":{"license":"m\u001b[31mit"}}`, "m[31mit", ""},
		"another repository":  {strings.Replace(ok, "a/b", "a/c", 1) + `}`, "", `"a/c"`},
		"no commit":           {strings.Replace(ok, commitA, "main", 1) + `}`, "", "no commit"},
		"taken down":          {ok + `,"disabled":true}`, "", "out of use"},
		"above the folder":    {strings.Replace(ok, `"x"`, `"../x"`, 1) + `}`, "", "leaves the folder"},
		"absolute":            {strings.Replace(ok, `"x"`, `"/etc/x"`, 1) + `}`, "", "leaves the folder"},
		"another drive":       {strings.Replace(ok, `"x"`, `"C:x"`, 1) + `}`, "", "leaves the folder"},
		"backslashes":         {strings.Replace(ok, `"x"`, `"..\\x"`, 1) + `}`, "", "leaves the folder"},
		"below zero":          {strings.Replace(ok, `:3`, `:-3`, 1) + `}`, "", "-3 bytes"},
		"absurd":              {strings.Replace(ok, `:3`, `:9223372036854775807`, 1) + `}`, "", "9223372036854775807 bytes"},
		"beyond numbers":      {strings.Replace(ok, `:3`, `:1e40`, 1) + `}`, "", "parse model info"},
		"twice":               {strings.Replace(ok, `[{`, `[{"rfilename":"x"},{`, 1) + `}`, "", "listed twice"},
		"a digest too short":  {strings.Replace(ok, commitB, "abc", 1) + `}`, "", `"abc"`},
		"an LFS digest wrong": {strings.Replace(ok, `"size":3`, `"lfs":{"sha256":"zz","size":3}`, 1) + `}`, "", `"zz"`},
		"not JSON":            {`<`, "", "parse model info"},
	} {
		r, err := parseInfo([]byte(c.text), "a/b")
		if c.words != "" {
			says(t, err, c.words)
			continue
		}
		if err != nil || r.Licence != c.licence || len(r.Files) != 1 || r.Files[0].Bytes != 3 || r.Files[0].GitSHA1 != commitB {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

func FuzzParseInfo(f *testing.F) {
	f.Add(`{"id":"a/b","sha":"` + commitA + `","siblings":[{"rfilename":"x/y","size":3,"blobId":"` + commitB + `"},{"rfilename":"z","lfs":{"sha256":"","size":1}}],"cardData":{"license":["mit"]}}`)
	f.Add(`{"id":"a/b","siblings":[{"rfilename":"../x"}],"tags":["license:x"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parseInfo([]byte(text), "a/b")
		if err != nil {
			return
		}
		for _, file := range r.Files {
			if !staysInside(file.Path) || file.Bytes < -1 || file.Bytes > maxFile {
				t.Errorf("accepted %+v", file)
			}
		}
		for _, c := range r.Licence {
			if c < ' ' || c > '~' {
				t.Errorf("accepted the licence %q", r.Licence)
			}
		}
	})
}

// staysInside is an oracle apart from [local]: whether the path, put behind a folder, is still below it.
func staysInside(p string) bool {
	const root = "/a/b/c"
	rel, err := filepath.Rel(root, filepath.Join(root, p))
	return err == nil && rel != "." && rel != ".." && !strings.HasPrefix(rel, "../") && !strings.HasPrefix(p, "/") && !strings.ContainsAny(p, "\\\x00")
}

func TestParseIndex(t *testing.T) {
	got, err := parseIndex([]byte(`{"metadata":{"total_size":9},"weight_map":{"b":"model-2.safetensors","a":"model-1.safetensors","c":"model-2.safetensors"}}`))
	if err != nil || !slices.Equal(got, []string{"model-1.safetensors", "model-2.safetensors"}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{`{}`, `{"weight_map":{}}`, `{"weight_map":{"a":"../x.safetensors"}}`, `{"weight_map":{"a":"d/x.safetensors"}}`,
		`{"weight_map":{"a":"x.bin"}}`, `{"weight_map":{"a":".safetensors"}}`, `{"weight_map":{"a":""}}`, `{"weight_map":{"a":1}}`, `[`} {
		_, err := parseIndex([]byte(bad))
		says(t, err, "parse index of shards")
	}
}

func FuzzParseIndex(f *testing.F) {
	f.Add(`{"weight_map":{"a":"model-00001-of-00002.safetensors"}}`)
	f.Add(`{"weight_map":{"a":"../x.safetensors"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := parseIndex([]byte(text))
		if err != nil {
			return
		}
		for _, name := range got {
			if !staysInside(name) || strings.Contains(name, "/") || !strings.HasSuffix(name, ".safetensors") {
				t.Errorf("accepted %q", name)
			}
		}
	})
}

// golden is a lock as it is written.
const golden = `{
  "version": 1,
  "profile": "full",
  "manifest_sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "spaces": {
    "E1": {
      "repo": "team/one",
      "revision": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      "licence": "mit",
      "precision": "f32",
      "files": [
        {
          "path": "config.json",
          "sha256": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
          "bytes": 12
        }
      ]
    }
  }
}
`

func TestLockAsWritten(t *testing.T) {
	l, err := parseLock([]byte(golden))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := l.write(dir); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, LockName)); err != nil || string(b) != golden {
		t.Errorf("%v:\n%s", err, b)
	}
}

func TestParseLock(t *testing.T) {
	for name, c := range map[string]struct{ old, new, words string }{
		"another version":  {`"version": 1`, `"version": 2`, "version 2"},
		"an unknown field": {`"profile"`, `"signed": true, "profile"`, "signed"},
		"an unknown space": {`"E1"`, `"E14"`, "E14"},
		"a space by name":  {`"E1"`, `"semantic"`, "such as E1"},
		"no repository":    {`team/one`, `../one`, "../one"},
		"above the folder": {`config.json`, `../config.json`, "leaves the folder"},
		"no digest":        {strings.Repeat("b", 64), ``, "want its sha256"},
		"half a digest":    {strings.Repeat("b", 64), `bb`, "not 64"},
		"no manifest":      {strings.Repeat("a", 64), ``, "manifest_sha256"},
		"below zero":       {`12`, `-1`, "want its sha256 and size"},
		"absurd":           {`12`, `999999999999999`, "999999999999999 bytes"},
		"no files":         {golden[strings.Index(golden, "\n        {"):strings.LastIndex(golden, "\n      ]")], ``, "no files"},
		"text behind it":   {"  }\n}\n", "  }\n}\n{}", "follows"},
	} {
		text := strings.Replace(golden, c.old, c.new, 1)
		if text == golden {
			t.Fatalf("%s: nothing to change", name)
		}
		_, err := parseLock([]byte(text))
		says(t, err, c.words)
	}
}

func FuzzParseLock(f *testing.F) {
	f.Add(golden)
	f.Add(strings.Replace(golden, "config.json", "../x", 1))
	f.Add(strings.Replace(golden, "config.json", "..x", 1)) // a name like any other
	f.Fuzz(func(t *testing.T, text string) {
		l, err := parseLock([]byte(text))
		if err != nil {
			return
		}
		for code, pin := range l.Spaces {
			for _, file := range pin.all() {
				if !staysInside(code+"/"+file.Path) || !staysInside(file.Path) || file.Bytes < 0 || file.Bytes > maxFile || len(file.SHA256) != 64 {
					t.Errorf("accepted %+v", file)
				}
			}
		}
		data, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := parseLock(data); err != nil || len(again.Spaces) != len(l.Spaces) {
			t.Errorf("what was read is not read again: %v", err)
		}
	})
}

func TestChoose(t *testing.T) {
	index := `{"weight_map":{"a":"model-1.safetensors","b":"model-2.safetensors"}}`
	for name, c := range map[string]struct {
		files string
		want  string // besides config.json and tokenizer.json; or
		words []string
	}{
		"whole":              {"model.safetensors", "model.safetensors", nil},
		"whole before parts": {"model.safetensors model.safetensors.index.json model-1.safetensors onnx/model.onnx", "model.safetensors", nil},
		"in shards":          {"model.safetensors.index.json model-1.safetensors model-2.safetensors onnx/model.onnx", "model.safetensors.index.json model-1.safetensors model-2.safetensors", nil},
		"a shard is missing": {"model.safetensors.index.json model-1.safetensors", "", []string{"model-2.safetensors", "does not have"}},
		"a graph":            {"onnx/model.onnx onnx/model_O4.onnx", "onnx/model.onnx", nil},
		"a graph and data":   {"onnx/model.onnx onnx/model.onnx_data", "onnx/model.onnx onnx/model.onnx_data", nil},
		"a graph on top":     {"model.onnx", "model.onnx", nil},
		"two towers":         {"onnx/model.onnx onnx/text_model.onnx onnx/vision_model.onnx onnx/vision_model.onnx_data", "onnx/text_model.onnx onnx/vision_model.onnx onnx/vision_model.onnx_data", nil},
		"one tower":          {"onnx/text_model.onnx onnx/model.onnx", "onnx/model.onnx", nil},
		"settings":           {"model.safetensors modules.json 1_Pooling/config.json 1_SpladePooling/config.json sentence_bert_config.json 2_Dense/pytorch_model.bin .gitattributes LICENSE", "modules.json sentence_bert_config.json LICENSE 1_Pooling/config.json 1_SpladePooling/config.json model.safetensors", nil},
		"pickles":            {"pytorch_model.bin flax_model.msgpack", "", []string{"pytorch_model.bin", "flax_model.msgpack", "can run code", "--revision"}},
		"nothing":            {"vocab.txt", "", []string{"no weights"}},
	} {
		r := &Repo{Name: "a/b", Files: []File{{Path: "config.json"}, {Path: "tokenizer.json"}}}
		for p := range strings.FieldsSeq(c.files) {
			r.Files = append(r.Files, File{Path: p})
		}
		got, err := choose(r, func(File) ([]byte, error) { return []byte(index), nil })
		if c.words != nil {
			says(t, err, c.words...)
			continue
		}
		var paths []string
		for _, f := range got[min(2, len(got)):] {
			paths = append(paths, f.Path)
		}
		if strings.Join(paths, " ") != c.want || err != nil {
			t.Errorf("%s: got %q, want %q: %v", name, paths, c.want, err)
		}
	}
	_, err := choose(&Repo{Name: "a/b", Files: []File{{Path: "config.json"}}}, nil)
	says(t, err, "no tokenizer.json")
	_, err = choose(&Repo{Name: "a/b", Files: []File{{Path: "config.json"}, {Path: "tokenizer.json"}, {Path: shardIndex}}}, func(File) ([]byte, error) { return nil, errors.New("gone") })
	says(t, err, "gone")
}

func TestTermsOf(t *testing.T) {
	for licence, want := range map[string]Terms{"mit": Free, "Apache-2.0": Free, "cc-by-4.0": Free, "cc-by-nc-sa-4.0": NonCommercial, "cc-by-nc-4.0": NonCommercial, "mit, cc-by-nc-4.0": NonCommercial,
		"qodoai-open-rail-m": Conditions, "openrail": Conditions, "bigscience-openrail-m": Conditions, "": Unknown, "other": Unknown, "my-licence": Unknown, "once": Unknown} {
		if got := TermsOf(licence); got != want {
			t.Errorf("%q: %s, want %s", licence, got, want)
		}
	}
	if !Unknown.NeedsAcceptance() || !NonCommercial.NeedsAcceptance() || Free.NeedsAcceptance() || Conditions.NeedsAcceptance() {
		t.Error("which terms must be accepted")
	}
	if TermsOf(" MIT ") != Free {
		t.Error("case and spaces count")
	}
}
