package hub

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"asterism/engine/pattern"
)

// The files of a repository that are of use, by their fixed places in the hub's layout.
var (
	needed   = []string{"config.json", "tokenizer.json"}
	optional = []string{"special_tokens_map.json", "tokenizer_config.json", "modules.json",
		"sentence_bert_config.json", "preprocessor_config.json", "artifact.metadata",
		"README.md", "LICENSE", "LICENSE.txt", "LICENSE.md", "NOTICE"} // the card and the licence go where the weights go
	shardIndex = "model.safetensors.index.json"
	graphs     = []string{"onnx/model.onnx", "model.onnx"}
	graphData  = []string{"_data", ".data"} // how exporters name what does not fit into a graph

	// The graphs of CLIP's two towers, for texts and for images.
	towers = [][2]string{{"onnx/text_model.onnx", "onnx/vision_model.onnx"}, {"text_model.onnx", "vision_model.onnx"}}
)

// module is where sentence-transformers keeps the settings of one of a model's modules, such as 1_Pooling.
var module = pattern.New(`^[0-9]_[A-Za-z]{1,40}/config\.json$`)

// pickled are the endings of formats that run code when they are read, or that need the framework they came from.
var pickled = []string{".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle", ".h5", ".msgpack"}

// choose picks the files to fetch: settings, tokenizer, and weights as safetensors, whole or in shards, else as an ONNX
// graph. read returns the content of the index of shards.
func choose(r *Repo, read func(File) ([]byte, error)) ([]File, error) {
	var out []File
	for _, p := range needed {
		f, ok := r.file(p)
		if !ok {
			return nil, fmt.Errorf("%s has no %s, without which its model cannot be read", r.at(), p)
		}
		out = append(out, f)
	}
	for _, p := range optional {
		if f, ok := r.file(p); ok {
			out = append(out, f)
		}
	}
	for _, f := range r.Files {
		if module.MatchString(f.Path) {
			out = append(out, f)
		}
	}
	weights, err := chooseWeights(r, read)
	if err != nil {
		return nil, err
	}
	return append(out, weights...), nil
}

func chooseWeights(r *Repo, read func(File) ([]byte, error)) ([]File, error) {
	if f, ok := r.file("model.safetensors"); ok {
		return []File{f}, nil
	}
	if f, ok := r.file(shardIndex); ok {
		return chooseShards(r, f, read)
	}
	for _, t := range towers { // before a graph of both, which embeds neither alone
		text, ok := r.file(t[0])
		image, both := r.file(t[1])
		if ok && both {
			return append(withData(r, text), withData(r, image)...), nil
		}
	}
	for _, g := range graphs {
		if f, ok := r.file(g); ok {
			return withData(r, f), nil
		}
	}
	if bad := pickles(r); len(bad) > 0 {
		return nil, fmt.Errorf("%s has its weights only as %s, formats that can run code when they are read, or that only their own framework reads; "+
			"this program reads .safetensors and .onnx: name a revision that has them with --revision, or a folder with --from", r.at(), strings.Join(bad, ", "))
	}
	return nil, fmt.Errorf("%s has no weights: neither model.safetensors, nor %s, nor %s", r.at(), shardIndex, strings.Join(graphs, " or "))
}

func chooseShards(r *Repo, index File, read func(File) ([]byte, error)) ([]File, error) {
	data, err := read(index)
	if err != nil {
		return nil, err
	}
	names, err := parseIndex(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.at(), err)
	}
	out := []File{index}
	for _, n := range names {
		f, ok := r.file(n)
		if !ok {
			return nil, fmt.Errorf("%s: its index names %s, which the repository does not have", r.at(), n)
		}
		out = append(out, f)
	}
	return out, nil
}

func withData(r *Repo, graph File) []File {
	out := []File{graph}
	for _, end := range graphData {
		if f, ok := r.file(graph.Path + end); ok {
			out = append(out, f)
		}
	}
	return out
}

func pickles(r *Repo) (out []string) {
	for _, f := range r.Files {
		if slices.Contains(pickled, path.Ext(f.Path)) {
			out = append(out, f.Path)
		}
	}
	return out
}
