package token

// Wrap appends ids to dst, framed as the model was trained to see one text: [CLS] …
// [SEP], <s> … </s>, or unframed if the file has no template.
func (t *Tokenizer) Wrap(dst, ids []int32) []int32 {
	dst = append(dst, t.before...)
	dst = append(dst, ids...)
	return append(dst, t.after...)
}

// Frame is the number of ids that Wrap adds: a window of text must be shorter than the
// model's limit by that number.
func (t *Tokenizer) Frame() int { return len(t.before) + len(t.after) }
