package models

import (
	"encoding/hex"
	"reflect"
	"strings"
	"testing"
)

// hash64 is a valid SHA-256 that differs by n.
func hash64(n byte) string { return strings.Repeat(hex.EncodeToString([]byte{n}), 32) }

func someFile(name string, n byte) File { return File{File: name, SHA256: hash64(n), Bytes: int64(n)} }

// wholeManifest uses every field of version 2.
func wholeManifest() *Manifest {
	model := func(s Space) Model {
		return Model{Space: s, File: someFile(s.Code()+"/model.onnx", 1), Tokenizer: "w", Window: 32, Overlap: 4, Outputs: OutputNames(s.Info().Kind),
			Licence: "MIT", Weights: []File{someFile(s.Code()+"/a.safetensors", 2), someFile(s.Code()+"/b.safetensors", 3)},
			PassageFrame: Frame{Before: []int32{101, 7}, After: []int32{102}}, QueryFrame: Frame{Before: []int32{101, 8}, After: []int32{102}},
			Source: Source{Repo: "some/model", Revision: "abc"}, Precision: PrecisionInt8}
	}
	multimodal, late := model(Multimodal), model(LateInteraction)
	multimodal.Image = &ImageTower{File: someFile("E10/image.onnx", 4), Weights: []File{someFile("E10/image.safetensors", 5)},
		Size: 224, Mean: [3]float32{.5, .4, .3}, Std: [3]float32{.1, .2, .3}}
	late.QueryLength, late.MaskID, late.PassageSkip = 16, 103, []int32{999, 1000}
	return &Manifest{Profile: "full", Tokenizers: map[string]File{"w": someFile("w/tokenizer.json", 6)}, Models: []Model{multimodal, late}}
}

func TestEncodeRoundTrip(t *testing.T) {
	want := wholeManifest()
	data, err := want.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseManifest(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read back %+v, want %+v", got, want)
	}
	want.Models[0].Window = 0
	if _, err := want.Encode(); err == nil || !strings.Contains(err.Error(), "window 0") {
		t.Errorf("a manifest that would not be read was written: error %v", err)
	}
}

// TestTowersShareTheirWeights: the file is one of the model's once.
func TestTowersShareTheirWeights(t *testing.T) {
	m := wholeManifest()
	d := &m.Models[0]
	d.Image.Weights = d.Weights[:1]
	if _, err := m.Encode(); err != nil {
		t.Fatal(err)
	}
	want := []File{d.File, d.Weights[0], d.Weights[1], d.Image.File}
	if got := d.Files(); !reflect.DeepEqual(got, want) {
		t.Errorf("files are %v, want %v", got, want)
	}
}

func TestVersion2Refuses(t *testing.T) {
	multimodal, late := func(m *Manifest) *Model { return &m.Models[0] }, func(m *Manifest) *Model { return &m.Models[1] }
	for name, c := range map[string]struct {
		change func(m *Manifest)
		says   string
	}{
		"weights leave the folder":   {func(m *Manifest) { late(m).Weights[0].File = "../w" }, "../w"},
		"weights without a hash":     {func(m *Manifest) { late(m).Weights[1].SHA256 = "" }, "b.safetensors"},
		"weights without a size":     {func(m *Manifest) { late(m).Weights[1].Bytes = 0 }, "bytes of E12/b.safetensors"},
		"weights twice":              {func(m *Manifest) { late(m).Weights[1].File = "E12/a.safetensors" }, "E12/a.safetensors is listed twice"},
		"weights are the graph":      {func(m *Manifest) { late(m).Weights[1].File = "E12/model.onnx" }, "E12/model.onnx is listed twice"},
		"negative id in a frame":     {func(m *Manifest) { late(m).QueryFrame.After = []int32{-1} }, "query_frame holds the token id -1"},
		"frame fills the window":     {func(m *Manifest) { late(m).Window, late(m).QueryLength = 3, 0; late(m).MaskID = 0; late(m).Overlap = 0 }, "_frame of 3 tokens in a window of 3 leaves 0"},
		"frame leaves the overlap":   {func(m *Manifest) { multimodal(m).PassageFrame.Before = make([]int32, 27) }, "leaves 4 for the text: want more than the overlap of 4"},
		"query longer than a window": {func(m *Manifest) { late(m).QueryLength = 33 }, "query_length 33"},
		"negative query length":      {func(m *Manifest) { late(m).QueryLength = -1 }, "query_length -1"},
		"mask without length":        {func(m *Manifest) { late(m).QueryLength = 0 }, "mask_id 103 without query_length"},
		"negative mask":              {func(m *Manifest) { late(m).MaskID = -3 }, "mask_id holds the token id -3"},
		"negative skip":              {func(m *Manifest) { late(m).PassageSkip[1] = -2 }, "passage_skip holds the token id -2"},
		"expansion of one vector":    {func(m *Manifest) { multimodal(m).QueryLength = 16 }, "which E10 multimodal is not"},
		"skip of one vector":         {func(m *Manifest) { multimodal(m).PassageSkip = []int32{1} }, "which E10 multimodal is not"},
		"images of another space": {func(m *Manifest) {
			late(m).Image = multimodal(m).Image
			late(m).Image.File.File = "x"
			late(m).Image.Weights = nil
		}, "image belongs to E10 multimodal"},
		"image without a size": {func(m *Manifest) { multimodal(m).Image.Size = 0 }, "image size 0"},
		"huge images":          {func(m *Manifest) { multimodal(m).Image.Size = 4097 }, "image size 4097"},
		"deviation of zero":    {func(m *Manifest) { multimodal(m).Image.Std[1] = 0 }, "each std above 0"},
		"image file twice":     {func(m *Manifest) { multimodal(m).Image.Weights[0].File = "E10/image.onnx" }, "E10/image.onnx is listed twice"},
		"one graph for both":   {func(m *Manifest) { multimodal(m).Image.File = multimodal(m).File }, "E10/model.onnx is the graph of texts and of images"},
		"image file leaves":    {func(m *Manifest) { multimodal(m).Image.File.File = "/etc/passwd" }, "/etc/passwd"},
		"unknown precision":    {func(m *Manifest) { late(m).Precision = "fp8" }, `precision "fp8": want f32 or int8`},
		"revision of nothing":  {func(m *Manifest) { late(m).Source.Repo = "" }, `revision "abc" of no repository`},
	} {
		t.Run(name, func(t *testing.T) {
			m := wholeManifest()
			c.change(m)
			if _, err := m.Encode(); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error is %v, want one that says %q", err, c.says)
			}
		})
	}
}

// TestVersion1HasNoNewFields: a program that reads version 1 only would leave them out.
func TestVersion1HasNoNewFields(t *testing.T) {
	first := func(m map[string]any) map[string]any { return m["models"].([]any)[0].(map[string]any) }
	for name, value := range map[string]any{
		"weights":       []any{map[string]any{"file": "w", "sha256": hash64(1), "bytes": 1}},
		"passage_frame": map[string]any{"before": []any{1}},
		"query_frame":   map[string]any{"after": []any{1}},
		"query_length":  32,
		"mask_id":       103,
		"passage_skip":  []any{1},
		"image":         map[string]any{},
		"source":        map[string]any{"repo": "a/b"},
		"precision":     "f32",
	} {
		dir, raw := testProfile(t)
		first(raw)[name] = value
		writeManifest(t, dir, raw)
		if _, err := LoadManifest(dir); err == nil || !strings.Contains(err.Error(), "fields of version 2") {
			t.Errorf("%s in version 1: error is %v", name, err)
		}
	}
}

// compactHashes are what stores of the compact profile hold.
var compactHashes = [Count]string{
	"26455a4f47f612f333a445a617573df444cfa0b7e5cfc8d0dadc2f1b799aed62",
	"f4c73b8ed868e7e0c037a7164a0c4d16cee771af764f2b0a902269df041f4e99",
	"2fdc6cd47c25f995fab1a218ea18751da88db61b5667d69c560847925395a42b",
	"2edb241901844317a6202bdcb7a0f21ef394369c2c1d1047c045be0544059351",
	"5c632df35a934220a6964c04e27b21a39a1c1e85c77f1d77041cb52f3a8a43f9",
	"b5e61dbc899c0c1eb314864f50eb8cef2160e5ca8db607150a49ebb5ad989459",
	"93633aa142925d991bbc2c2d849120dda8e1307700e6c33345c71ca1766b64ed",
	"9d135cc2ea75138ef2d3db62204d793ae178423fd073b7e1cc1cd7a56bd9203e",
	"28d058f65a8236e964d185231374d89a358ca9b12e48e501667ce0b040b2f8f9",
	"9ac9be87962d5c4f9902bbfa1ce65913efe8d8a0680dc1b1e810ad838556bd10",
	"e1f3df1d7593228933a9dcb405414f55464ffba34317d9c71f29f2b88f76c762",
	"671b599b7d28918143853e64e8835c01d0717e1e23ffbd4bb59cbb32b64bd651",
	"6cef18def36af9f1b25219855ee9038de482a228c9191cbdb72d598e6d39aa84",
}

// TestCompactHashesStay: another hash would make every store of the compact profile embed its memories again. New models
// change them; then this table is brought up to them.
func TestCompactHashesStay(t *testing.T) {
	m := load(t, "compact")
	for s := Space(0); int(s) < Count; s++ {
		h := m.Hash(s)
		if got := hex.EncodeToString(h[:]); got != compactHashes[s] {
			t.Errorf("hash of %v is %s, stores hold %s", s, got, compactHashes[s])
		}
	}
}

// TestHashCoversVersion2: whatever changes a value changes the hash, and what does not leaves it.
func TestHashCoversVersion2(t *testing.T) {
	seen := map[[32]byte]string{}
	for name, change := range map[string]func(m *Manifest){
		"nothing":         func(*Manifest) {},
		"graph":           func(m *Manifest) { m.Models[1].SHA256 = hash64(9) },
		"weights":         func(m *Manifest) { m.Models[1].Weights[1].SHA256 = hash64(9) },
		"fewer weights":   func(m *Manifest) { m.Models[1].Weights = m.Models[1].Weights[:1] },
		"passage before":  func(m *Manifest) { m.Models[1].PassageFrame.Before[1] = 9 },
		"passage after":   func(m *Manifest) { m.Models[1].PassageFrame.After[0] = 9 },
		"query before":    func(m *Manifest) { m.Models[1].QueryFrame.Before[1] = 9 },
		"query after":     func(m *Manifest) { m.Models[1].QueryFrame.After[0] = 9 },
		"moved in frame":  func(m *Manifest) { m.Models[1].QueryFrame = Frame{Before: []int32{101}, After: []int32{8, 102}} },
		"query length":    func(m *Manifest) { m.Models[1].QueryLength++ },
		"mask":            func(m *Manifest) { m.Models[1].MaskID++ },
		"skip":            func(m *Manifest) { m.Models[1].PassageSkip[0]++ },
		"precision":       func(m *Manifest) { m.Models[1].Precision = PrecisionF32 },
		"image":           func(m *Manifest) { m.Models[0].Image.SHA256 = hash64(9) },
		"image weights":   func(m *Manifest) { m.Models[0].Image.Weights[0].SHA256 = hash64(9) },
		"image size":      func(m *Manifest) { m.Models[0].Image.Size++ },
		"image mean":      func(m *Manifest) { m.Models[0].Image.Mean[0] = 0 },
		"image deviation": func(m *Manifest) { m.Models[0].Image.Std[2] = 1 },
		"no image":        func(m *Manifest) { m.Models[0].Image = nil },
	} {
		m := wholeManifest()
		change(m)
		both := m.Hash(Multimodal)
		for i, b := range m.Hash(LateInteraction) {
			both[i] = both[i]<<1 ^ b
		}
		if other, ok := seen[both]; ok {
			t.Errorf("the hashes do not tell %q from %q", name, other)
		}
		seen[both] = name
	}
	m := wholeManifest()
	before := m.Hash(LateInteraction)
	m.Models[1].Source = Source{}
	m.Models[1].Licence = "other"
	if m.Hash(LateInteraction) != before {
		t.Error("the hash depends on where the files came from")
	}
	m.Models[1].Precision = PrecisionF32
	f32 := m.Hash(LateInteraction)
	if m.Models[1].Precision = ""; m.Hash(LateInteraction) != f32 {
		t.Error("f32 and no precision, which means the same, have two hashes")
	}
}
