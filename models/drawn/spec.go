package drawn

import (
	"fmt"

	"asterism/models"
)

// Family is a way to build a model, by the name that its repository gives it in config.json ("architectures").
type Family string

// The families.
const (
	BERT     Family = "BertModel"       // Devlin et al. 2018
	MaskedLM Family = "BertForMaskedLM" // BERT with the head that SPLADE reads (Formal et al. 2021)
	ColBERT  Family = "HF_ColBERT"      // BERT and a projection of every token (Khattab & Zaharia 2020)
	Nomic    Family = "NomicBertModel"  // BERT with rotary positions and SwiGLU (Nussbaum et al. 2024)
	Qwen2    Family = "Qwen2Model"      // decoder with grouped queries (Yang et al. 2024)
	CLIP     Family = "CLIPModel"       // two towers, text and image (Radford et al. 2021)

	XLMRoberta Family = "XLMRobertaModel" // BERT over pieces of a hundred languages, places counted behind the padding's id (Conneau et al. 2020)
)

// Size selects the numbers of a description.
type Size int

// The sizes.
const (
	Tiny Size = iota // two layers; as wide as the space demands, all else small
	Full             // as the repository has it
)

// DType is the type of the weights in the file, spelled as safetensors does.
type DType string

// The types of weights.
const (
	F32  DType = "F32"
	F16  DType = "F16"
	BF16 DType = "BF16"
)

// Spec is the description of a model from which all its files follow. [Describe] makes one; a test may then change it.
type Spec struct {
	Space  models.Space
	Repo   string
	Family Family

	Tower              // of the text
	KVHeads    int     // Qwen2: heads of keys and values
	Vocabulary int     // rows of the word embeddings
	Positions  int     // longest text that the model knows
	Epsilon    float64 // of the norms
	Project    int     // ColBERT, CLIP: width behind the projection
	Image      *Vision // CLIP

	MaxSeq    int    // sentence_bert_config.json's max_seq_length; 0: the repository has no such files
	Normalise bool   // modules.json ends with a Normalize
	Prefix    string // of the tensors' names: "bert." where a head wraps the model; Qwen2 is seen with "" and "model."

	DType  DType
	Shards int  // 1 is one model.safetensors; more are listed by model.safetensors.index.json
	ONNX   bool // write the export into onnx/ too, see [Spec.WriteONNX]
	Beside bool // the export's weights are in a file next to its graph, however small it is

	Quantised bool // the export's products with a weight are in int8, as the usual tool quantises one; see export_int8.go
}

// Tower is the size of a stack of transformer layers.
type Tower struct {
	Layers, Hidden, Heads, Inner int
}

// Vision is CLIP's tower for images.
type Vision struct {
	Tower
	ImageSize, Patch int // pixels
}

// patches is the number of tokens of an image: its patches and the class.
func (v *Vision) patches() int { return (v.ImageSize/v.Patch)*(v.ImageSize/v.Patch) + 1 }

// Describe returns the model of the full profile for a space, as its repository describes it, or a tiny one of the same
// kind. A space without a model is an error.
func Describe(s models.Space, size Size) (Spec, error) {
	spec, ok := full()[s]
	if !ok {
		return Spec{}, fmt.Errorf("describe model: %v has none: it is arithmetic", s)
	}
	spec.Space, spec.Repo, spec.DType, spec.Shards = s, s.Info().Full, F32, 1
	if size == Tiny {
		spec.shrink()
	}
	return spec, nil
}

// Multilingual returns the model that E1 may have instead of the first choice, or a tiny one of the same kind.
func Multilingual(size Size) Spec {
	spec := Spec{Space: models.Semantic, Repo: models.Semantic.Info().Multilingual, Family: XLMRoberta, Tower: Tower{Layers: 24, Hidden: 1024, Heads: 16, Inner: 4096},
		Vocabulary: 250002, Positions: 514, Epsilon: 1e-5, MaxSeq: 512, Normalise: true, DType: F32, Shards: 1}
	if size == Tiny {
		spec.shrink()
	}
	return spec
}

// full contains the descriptions of the nine repositories.
func full() map[models.Space]Spec {
	base := Tower{Layers: 12, Hidden: 768, Heads: 12, Inner: 3072}
	mini := Tower{Layers: 6, Hidden: 384, Heads: 12, Inner: 1536}
	bert := Spec{Family: BERT, Vocabulary: bertVocabulary, Positions: 512, Epsilon: 1e-12, MaxSeq: 512}
	e1, e6, e8 := bert, bert, bert
	e1.Tower, e1.Normalise = Tower{Layers: 24, Hidden: 1024, Heads: 16, Inner: 4096}, true
	e6.Tower, e6.Family, e6.Prefix, e6.MaxSeq = base, MaskedLM, "bert.", 256
	e8.Tower, e8.MaxSeq = mini, 128
	e11, e12, e13 := e8, e6, e6
	e11.MaxSeq, e11.Normalise = 256, true
	e12.Family, e12.Project, e12.MaxSeq = ColBERT, 128, 0
	e13.MaxSeq = 0
	return map[models.Space]Spec{
		models.Semantic: e1, models.Sparse: e6, models.Graph: e8, models.Entity: e11, models.LateInteraction: e12, models.Splade: e13,
		models.Causal: {Family: Nomic, Tower: base, Vocabulary: 30528, Positions: 8192, Epsilon: 1e-12, MaxSeq: 8192},
		models.Code: {Family: Qwen2, Tower: Tower{Layers: 28, Hidden: 1536, Heads: 12, Inner: 8960}, KVHeads: 2, Vocabulary: 151646,
			Positions: 131072, Epsilon: 1e-6, MaxSeq: 32768, Normalise: true},
		models.Multimodal: {Family: CLIP, Tower: base, Vocabulary: 49408, Positions: 77, Epsilon: 1e-5, Project: 768,
			Image: &Vision{Tower{Layers: 24, Hidden: 1024, Heads: 16, Inner: 4096}, 224, 14}},
	}
}

// shrink keeps what a space demands (the width of its vectors, SPLADE's vocabulary) and the width of a head.
func (s *Spec) shrink() {
	head := s.Hidden / s.Heads
	s.Layers, s.Inner = 2, 192
	switch s.Family {
	case MaskedLM:
		s.Hidden, s.Heads = 2*head, 2
		return // the vocabulary is the space's width
	case ColBERT:
		s.Hidden, s.Heads = 2*head, 2
	case CLIP:
		s.Hidden, s.Heads = 2*head, 2
		s.Image = &Vision{Tower{2, 2 * head, 2, 192}, 28, 14}
	}
	s.Vocabulary = 640
}

// check refuses what no model can be.
func (s *Spec) check() error {
	switch {
	case min(s.Layers, s.Hidden, s.Heads, s.Inner, s.Vocabulary, s.Positions) < 1:
		return fmt.Errorf("make model: every size must be at least 1: %+v, vocabulary %d, positions %d", s.Tower, s.Vocabulary, s.Positions)
	case s.Hidden%s.Heads != 0:
		return fmt.Errorf("make model: hidden %d is no multiple of %d heads", s.Hidden, s.Heads)
	case s.Family == Qwen2 && (s.KVHeads < 1 || s.Heads%s.KVHeads != 0):
		return fmt.Errorf("make model: %d heads cannot share %d heads of keys", s.Heads, s.KVHeads)
	case s.Family == CLIP && (s.Image == nil || s.Image.ImageSize%s.Image.Patch != 0 || s.Image.Hidden%s.Image.Heads != 0):
		return fmt.Errorf("make model: the image tower %+v does not fit together", s.Image)
	case s.Shards < 1:
		return fmt.Errorf("make model: %d shards, want at least 1", s.Shards)
	case s.DType != F32 && s.DType != F16 && s.DType != BF16:
		return fmt.Errorf("make model: weights of type %q, want %s, %s or %s", s.DType, F32, F16, BF16)
	}
	return nil
}
