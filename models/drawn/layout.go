package drawn

// object is a JSON object.
type object = map[string]any

// texts are the small files of the repository: name → content.
func (s *Spec) texts() map[string]any {
	files := map[string]any{
		"config.json":             s.config(),
		"tokenizer.json":          s.tokenizer(),
		"tokenizer_config.json":   s.tokenizerConfig(),
		"special_tokens_map.json": s.specialTokens(),
	}
	if s.MaxSeq > 0 {
		s.sentenceTransformers(files)
	}
	switch s.Family {
	case ColBERT:
		files["artifact.metadata"] = object{
			"query_token_id": "[unused0]", "doc_token_id": "[unused1]", "query_token": "[Q]", "doc_token": "[D]",
			"query_maxlen": 32, "doc_maxlen": 180, "dim": s.Project, "similarity": "cosine",
			"mask_punctuation": true, "attend_to_mask_tokens": false,
		}
	case CLIP:
		files["preprocessor_config.json"] = object{
			"crop_size": s.Image.ImageSize, "do_center_crop": true, "do_normalize": true, "do_resize": true,
			"feature_extractor_type": "CLIPFeatureExtractor", "resample": 3, "size": s.Image.ImageSize,
			"image_mean": []float64{0.48145466, 0.4578275, 0.40821073},
			"image_std":  []float64{0.26862954, 0.26130258, 0.27577711},
		}
	}
	return files
}

// sentenceTransformers adds what that library reads: the modules one after another, and how they pool.
func (s *Spec) sentenceTransformers(files map[string]any) {
	module := func(i int, path, kind string) object {
		return object{"idx": i, "name": string(rune('0' + i)), "path": path, "type": kind}
	}
	files["sentence_bert_config.json"] = object{"max_seq_length": s.MaxSeq, "do_lower_case": false}
	if s.Family == MaskedLM {
		const kind = "sentence_transformers.sparse_encoder.models."
		files["modules.json"] = []object{module(0, "", kind+"MLMTransformer"), module(1, "1_SpladePooling", kind+"SpladePooling")}
		files["1_SpladePooling/config.json"] = object{"pooling_strategy": "max", "activation_function": "relu", "word_embedding_dimension": nil}
		return
	}
	const kind = "sentence_transformers.models."
	modules := []object{module(0, "", kind+"Transformer"), module(1, "1_Pooling", kind+"Pooling")}
	if s.Normalise {
		modules = append(modules, module(2, "2_Normalize", kind+"Normalize"))
	}
	files["modules.json"] = modules
	pooling := object{"word_embedding_dimension": s.Hidden, "pooling_mode_cls_token": false, "pooling_mode_mean_tokens": s.Family != Qwen2,
		"pooling_mode_max_tokens": false, "pooling_mode_mean_sqrt_len_tokens": false}
	if s.Family == Qwen2 {
		pooling["pooling_mode_weightedmean_tokens"], pooling["pooling_mode_lasttoken"], pooling["include_prompt"] = false, true, true
	}
	files["1_Pooling/config.json"] = pooling
}
