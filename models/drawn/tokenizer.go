package drawn

// tokenizer is tokenizer.json: the family's own normaliser, splitting and framing over a vocabulary of our own.
func (s *Spec) tokenizer() object {
	switch s.Family {
	case Qwen2:
		return s.qwen2Tokenizer()
	case CLIP:
		return s.clipTokenizer()
	case XLMRoberta:
		return s.unigram()
	default:
		return s.wordPiece()
	}
}

// qwen2Split cuts a text into words, as Qwen2's file has it.
const qwen2Split = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`

// qwen2Tokenizer puts <|endoftext|> behind every text: the token whose vector is taken.
func (s *Spec) qwen2Tokenizer() object {
	const end = "<|endoftext|>"
	qwenBytes := object{"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": false, "use_regex": false}
	n := s.Vocabulary - 3
	tokens, merges := bytePairs(n, "")
	var added []object
	for i, name := range []string{end, "<|im_start|>", "<|im_end|>"} {
		added = append(added, addedToken(name, n+i, false))
	}
	text := func(name string, kind int) object { return object{"Sequence": object{"id": name, "type_id": kind}} }
	mark := func(kind int) object { return object{"SpecialToken": object{"id": end, "type_id": kind}} }
	return object{
		"version": "1.0", "truncation": nil, "padding": nil, "added_tokens": added,
		"normalizer": object{"type": "NFC"},
		"pre_tokenizer": object{"type": "Sequence", "pretokenizers": []object{
			{"type": "Split", "pattern": object{"Regex": qwen2Split}, "behavior": "Isolated", "invert": false}, qwenBytes}},
		"post_processor": object{"type": "Sequence", "processors": []object{qwenBytes, {"type": "TemplateProcessing",
			"single":         []object{text("A", 0), mark(0)},
			"pair":           []object{text("A", 0), mark(0), text("B", 1), mark(1)},
			"special_tokens": object{end: object{"id": end, "ids": []int{n}, "tokens": []string{end}}}}}},
		"decoder": qwenBytes,
		"model":   bpe(tokens, merges, nil, ""),
	}
}

// clipSplit cuts a text into words, as CLIP's file has it.
const clipSplit = `<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+`

// clipTokenizer frames a text with <|startoftext|> and <|endoftext|>, the highest id.
func (s *Spec) clipTokenizer() object {
	const start, end = "<|startoftext|>", "<|endoftext|>"
	clipBytes := object{"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true}
	n := s.Vocabulary - 2
	tokens, merges := bytePairs(n, "</w>")
	tokens = append(tokens, start, end)
	return object{
		"version": "1.0", "truncation": nil, "padding": nil,
		"added_tokens": []object{addedToken(start, n, true), addedToken(end, n+1, false)},
		"normalizer": object{"type": "Sequence", "normalizers": []object{{"type": "NFC"},
			{"type": "Replace", "pattern": object{"Regex": `\s+`}, "content": " "}, {"type": "Lowercase"}}},
		"pre_tokenizer": object{"type": "Sequence", "pretokenizers": []object{
			{"type": "Split", "pattern": object{"Regex": clipSplit}, "behavior": "Removed", "invert": true}, clipBytes}},
		"post_processor": object{"type": "RobertaProcessing", "sep": []any{end, n + 1}, "cls": []any{start, n},
			"trim_offsets": false, "add_prefix_space": false},
		"decoder": clipBytes,
		"model":   bpe(tokens, merges, end, "</w>"),
	}
}

// tokenizerConfig is tokenizer_config.json, as far as it says anything about ids.
func (s *Spec) tokenizerConfig() object {
	switch s.Family {
	case Qwen2:
		return object{"tokenizer_class": "Qwen2Tokenizer", "add_prefix_space": false, "add_eos_token": true, "model_max_length": s.MaxSeq,
			"eos_token": "<|endoftext|>", "pad_token": "<|endoftext|>", "unk_token": nil, "errors": "replace"}
	case CLIP:
		return object{"tokenizer_class": "CLIPTokenizer", "add_prefix_space": false, "do_lower_case": true, "model_max_length": s.Positions,
			"errors": "replace"}
	case XLMRoberta:
		return object{"tokenizer_class": "XLMRobertaTokenizer", "model_max_length": s.MaxSeq}
	default:
		return object{"tokenizer_class": "BertTokenizer", "do_lower_case": true, "model_max_length": s.Positions, "strip_accents": nil,
			"tokenize_chinese_chars": true}
	}
}

// specialTokens is special_tokens_map.json.
func (s *Spec) specialTokens() object {
	switch s.Family {
	case Qwen2:
		return object{"additional_special_tokens": []string{"<|im_start|>", "<|im_end|>"}, "eos_token": "<|endoftext|>", "pad_token": "<|endoftext|>"}
	case CLIP:
		return object{"bos_token": "<|startoftext|>", "eos_token": "<|endoftext|>", "pad_token": "<|endoftext|>", "unk_token": "<|endoftext|>"}
	case XLMRoberta:
		return object{"bos_token": "<s>", "cls_token": "<s>", "eos_token": "</s>", "mask_token": "<mask>", "pad_token": "<pad>", "sep_token": "</s>", "unk_token": "<unk>"}
	default:
		return object{"cls_token": "[CLS]", "mask_token": "[MASK]", "pad_token": "[PAD]", "sep_token": "[SEP]", "unk_token": "[UNK]"}
	}
}
