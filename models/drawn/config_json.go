package drawn

// config is config.json with the keys of the family's repositories.
func (s *Spec) config() object {
	switch s.Family {
	case Nomic:
		return s.nomicConfig()
	case Qwen2:
		return s.qwen2Config()
	case CLIP:
		return s.clipConfig()
	default:
		return s.bertConfig()
	}
}

// torchType is the weights' type as torch spells it.
func (s *Spec) torchType() string {
	return map[DType]string{F32: "float32", F16: "float16", BF16: "bfloat16"}[s.DType]
}

func (s *Spec) bertConfig() object {
	c := object{
		"_name_or_path": s.Repo, "architectures": []string{string(s.Family)}, "model_type": "bert", "torch_dtype": s.torchType(),
		"attention_probs_dropout_prob": 0.1, "classifier_dropout": nil, "hidden_act": "gelu", "hidden_dropout_prob": 0.1,
		"hidden_size": s.Hidden, "initializer_range": 0.02, "intermediate_size": s.Inner, "layer_norm_eps": s.Epsilon,
		"max_position_embeddings": s.Positions, "num_attention_heads": s.Heads, "num_hidden_layers": s.Layers, "pad_token_id": 0,
		"position_embedding_type": "absolute", "transformers_version": "4.29.0", "type_vocab_size": 2, "use_cache": true,
		"vocab_size": s.Vocabulary,
	}
	if s.Family == XLMRoberta {
		c["model_type"], c["type_vocab_size"], c["pad_token_id"], c["bos_token_id"], c["eos_token_id"] = "xlm-roberta", s.types(), xlmPad, 0, 2
		c["output_past"] = true
	}
	return c
}

// xlmPad is the id that fills an XLM-R's rows. The place of a text's first token is the next number.
const xlmPad = 1

// types is the number of segments that an encoder of BERT's kind distinguishes.
func (s *Spec) types() int {
	if s.Family == XLMRoberta {
		return 1
	}
	return 2
}

// The bases of the rotary places.
const (
	nomicBase = 1000
	qwen2Base = 1000000.0
)

func (s *Spec) nomicConfig() object {
	code := func(class string) string { return "nomic-ai/nomic-bert-2048--" + class }
	return object{
		"architectures": []string{string(s.Family)}, "model_type": "nomic_bert", "torch_dtype": s.torchType(),
		"auto_map": object{
			"AutoConfig": code("configuration_hf_nomic_bert.NomicBertConfig"), "AutoModel": code("modeling_hf_nomic_bert.NomicBertModel"),
			"AutoModelForMaskedLM": code("modeling_hf_nomic_bert.NomicBertForPreTraining"),
		},
		"activation_function": "swiglu", "attn_pdrop": 0.0, "bos_token_id": nil, "causal": false, "dense_seq_output": true,
		"embd_pdrop": 0.0, "eos_token_id": nil, "fused_bias_fc": true, "fused_dropout_add_ln": true, "initializer_range": 0.02,
		"layer_norm_epsilon": s.Epsilon, "max_trained_positions": 2048, "mlp_fc1_bias": false, "mlp_fc2_bias": false,
		"n_embd": s.Hidden, "n_head": s.Heads, "n_inner": s.Inner, "n_layer": s.Layers, "n_positions": s.Positions,
		"pad_vocab_size_multiple": 64, "parallel_block": false, "parallel_block_tied_norm": false, "prenorm": false,
		"qkv_proj_bias": false, "reorder_and_upcast_attn": false, "resid_pdrop": 0.0, "rotary_emb_base": nomicBase,
		"rotary_emb_fraction": 1.0, "rotary_emb_interleaved": false, "rotary_emb_scale_base": nil, "rotary_scaling_factor": nil,
		"scale_attn_by_inverse_layer_idx": false, "scale_attn_weights": true, "summary_activation": nil,
		"summary_first_dropout": 0.0, "summary_proj_to_labels": true, "summary_type": "cls_index", "summary_use_proj": true,
		"transformers_version": "4.37.2", "type_vocab_size": 2, "use_cache": true, "use_flash_attn": true, "use_rms_norm": false,
		"use_xentropy": true, "vocab_size": s.Vocabulary,
	}
}

func (s *Spec) qwen2Config() object {
	end := s.Vocabulary - 3 // <|endoftext|>, before <|im_start|> and <|im_end|>
	return object{
		"architectures": []string{string(s.Family)}, "model_type": "qwen2", "torch_dtype": s.torchType(),
		"attention_dropout": 0.0, "bos_token_id": end, "eos_token_id": end, "hidden_act": "silu", "hidden_size": s.Hidden,
		"initializer_range": 0.02, "intermediate_size": s.Inner, "max_position_embeddings": s.Positions, "max_window_layers": s.Layers,
		"num_attention_heads": s.Heads, "num_hidden_layers": s.Layers, "num_key_value_heads": s.KVHeads, "rms_norm_eps": s.Epsilon,
		"rope_theta": qwen2Base, "sliding_window": s.Positions, "tie_word_embeddings": false, "transformers_version": "4.41.2",
		"use_cache": true, "use_sliding_window": false, "vocab_size": s.Vocabulary,
	}
}

func (s *Spec) clipConfig() object {
	tower := func(t Tower, kind string) object {
		return object{
			"model_type": kind, "attention_dropout": 0.0, "dropout": 0.0, "hidden_act": "quick_gelu", "hidden_size": t.Hidden,
			"initializer_factor": 1.0, "initializer_range": 0.02, "intermediate_size": t.Inner, "layer_norm_eps": s.Epsilon,
			"num_attention_heads": t.Heads, "num_hidden_layers": t.Layers, "projection_dim": s.Project,
		}
	}
	text, image := tower(s.Tower, "clip_text_model"), tower(s.Image.Tower, "clip_vision_model")
	// These three ids are wrong in every published file: the end of a text is found as its highest id.
	text["bos_token_id"], text["pad_token_id"], text["eos_token_id"] = 0, 1, 2
	text["max_position_embeddings"], text["vocab_size"] = s.Positions, s.Vocabulary
	image["image_size"], image["patch_size"], image["num_channels"] = s.Image.ImageSize, s.Image.Patch, 3
	return object{
		"_name_or_path": "clip-vit-large-patch14/", "architectures": []string{string(s.Family)}, "model_type": "clip",
		"torch_dtype": s.torchType(), "initializer_factor": 1.0, "logit_scale_init_value": 2.6592, "projection_dim": s.Project,
		"text_config": text, "text_config_dict": object{"hidden_size": s.Hidden, "intermediate_size": s.Inner,
			"num_attention_heads": s.Heads, "num_hidden_layers": s.Layers, "projection_dim": s.Project},
		"vision_config": image, "vision_config_dict": object{"hidden_size": s.Image.Hidden, "intermediate_size": s.Image.Inner,
			"num_attention_heads": s.Image.Heads, "num_hidden_layers": s.Image.Layers, "patch_size": s.Image.Patch,
			"projection_dim": s.Project},
		"transformers_version": nil,
	}
}
