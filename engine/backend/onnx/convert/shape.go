package convert

import (
	"path/filepath"

	"asterism/engine/token"
)

// Shape is a repository's description of its model. Of BERT, Nomic, Qwen2 and CLIP exactly one is set.
type Shape struct {
	Architecture string // the one that config.json names
	BERT         *BERT
	Late         *ColBERT // in addition to BERT, for one vector a token
	Nomic        *Nomic
	Qwen2        *Qwen2
	CLIP         *CLIP

	Cause, Effect []int32 // Nomic: the ids of [CausePrefix] and [EffectPrefix]
}

// ReadShape reads config.json of a repository's folder and the files that go with it, with every check that [Convert] makes of them, for code that
// computes the model without a graph. An architecture or an option that is not known exactly is an error that names it.
func ReadShape(dir string) (*Shape, error) {
	j := &job{opt: Options{Dir: dir}}
	var err error
	if j.config, err = readConfig(filepath.Join(dir, "config.json")); err != nil {
		return nil, err
	}
	if j.tok, err = token.Load(filepath.Join(dir, tokenizerName)); err != nil {
		return nil, err
	}
	if _, err := j.architecture(); err != nil {
		return nil, err
	}
	return j.shape()
}

func (j *job) shape() (*Shape, error) {
	s := &Shape{Architecture: j.config.Architectures[0]}
	var err error
	switch s.Architecture {
	case "NomicBertModel":
		s.Nomic, err = j.readNomic()
		s.Cause, s.Effect = j.tok.Encode(nil, CausePrefix), j.tok.Encode(nil, EffectPrefix)
	case "Qwen2Model", "Qwen2ForCausalLM":
		s.Qwen2, err = j.readQwen2()
	case "CLIPModel":
		s.CLIP, err = j.readCLIP()
	case "HF_ColBERT":
		if s.Late, err = j.readColBERT(); err == nil {
			s.BERT, err = j.readBERT()
		}
	default: // BertModel, BertForMaskedLM and XLMRobertaModel
		s.BERT, err = j.readBERT()
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}
