package token

// Tokenizer converts text to ids. It never changes after loading and is safe for
// concurrent use.
type Tokenizer struct {
	vocab      *vocab
	rawAdded   *addedTokens // searched for in the original text
	added      *addedTokens // searched for in the normalised text
	normalizer []normalizer
	splits     []splitStep
	model      model
	cache      *wordCache // nil: the model is as fast as a look-up
	before     []int32    // ids that Wrap puts before
	after      []int32    // and after
	pad        int32
	decoder    decoder
}

// model converts one word to ids, added to s.out.
type model interface {
	encode(s *scratch, word []byte)
}

// splitStep is one pre-tokenizer: an optional rewriting of every cut and an
// optional split of it.
type splitStep struct {
	rewriter  rewriter
	splitter  splitter
	byteLevel bool // words reach the model as bytes
}

// Encode appends the ids of text to dst, without the ids that frame a text (see Wrap).
// Special tokens in the text are recognised, as in the reference. Bytes that are not
// UTF-8 count as U+FFFD.
func (t *Tokenizer) Encode(dst []int32, text string) []int32 {
	s := scratches.Get().(*scratch)
	s.out.ids = dst
	t.run(s, text, false)
	dst = s.out.ids
	s.release()
	return dst
}

// EncodeOffsets is Encode with the bytes [starts[i], ends[i]) of text that ids[i] came
// from. A range covers whole code points; neighbours share a code point that took several
// ids, and a range is empty for a character that a normaliser added. Starts and ends
// never decrease.
func (t *Tokenizer) EncodeOffsets(text string) (ids []int32, starts, ends []int) {
	s := scratches.Get().(*scratch)
	s.out.ids = nil
	t.run(s, text, true)
	ids = s.out.ids
	starts, ends = make([]int, len(ids)), make([]int, len(ids))
	var last span
	for i, sp := range s.out.spans {
		last = span{max(last.start, sp.start), max(last.end, sp.end)}
		starts[i], ends[i] = last.start, last.end
	}
	s.release()
	return ids, starts, ends
}

// run cuts the added tokens out of text and encodes the rest.
func (t *Tokenizer) run(s *scratch, text string, track bool) {
	s.raw = append(s.raw[:0], text...)
	s.out.spans = s.out.spans[:0] // added tokens get a span even if nothing is tracked
	for done := 0; done < len(text); {
		id, start, end := t.rawAdded.next(s.raw, done)
		if done < start {
			s.text.load(text[done:start], done, track)
			t.encodeNormal(s, done == 0)
		}
		if start < len(text) {
			s.emit(id, span{start, end})
		}
		done = end
	}
}

// encodeNormal normalises s.text and cuts the other added tokens out of it.
func (t *Tokenizer) encodeNormal(s *scratch, first bool) {
	for _, n := range t.normalizer {
		s.spare.reset(s.text.track)
		n.normalize(s, &s.spare, &s.text)
		s.text, s.spare = s.spare, s.text
	}
	if len(t.added.tokens) == 0 {
		t.encodePlain(s, &s.text, first)
		return
	}
	for done := 0; done < len(s.text.b); {
		id, start, end := t.added.next(s.text.b, done)
		if done < start {
			s.segment.reset(s.text.track)
			s.segment.copyRange(&s.text, done, start)
			t.encodePlain(s, &s.segment, first && done == 0)
		}
		if start < len(s.text.b) {
			s.emit(id, s.text.span(start, end))
		}
		done = end
	}
}

// encodePlain splits a text without added tokens into words and encodes them.
func (t *Tokenizer) encodePlain(s *scratch, text *aligned, first bool) {
	if len(text.b) == 0 {
		return
	}
	s.cuts = append(s.cuts[:0], cut{0, len(text.b)})
	for _, step := range t.splits {
		if step.rewriter != nil {
			text = s.rewrite(step.rewriter, text, first)
		}
		if step.splitter != nil {
			s.moved = s.moved[:0]
			for _, c := range s.cuts {
				s.moved = step.splitter.split(s, s.moved, text.b, c)
			}
			s.cuts, s.moved = s.moved, s.cuts
		}
	}
	for _, c := range s.cuts {
		t.encodeWord(s, text, c)
	}
}

func (t *Tokenizer) encodeWord(s *scratch, text *aligned, c cut) {
	s.out.cuts = s.out.cuts[:0]
	word := text.b[c.start:c.end]
	if t.cache != nil {
		t.cache.encode(s, word, t.model)
	} else {
		t.model.encode(s, word)
	}
	if !text.track {
		return
	}
	for _, part := range s.out.cuts {
		s.out.spans = append(s.out.spans, text.span(c.start+part.start, c.start+part.end))
	}
}

// VocabSize is the largest id plus one: the number of rows that an embedding table needs
// for all ids.
func (t *Tokenizer) VocabSize() int { return len(t.vocab.tokens) }

// TokenID returns the id of a token as spelled in the vocabulary.
func (t *Tokenizer) TokenID(token string) (int32, bool) {
	id, ok := t.vocab.ids[token]
	return id, ok
}

// Token returns the token of id as spelled in the vocabulary, "" for an unknown id.
func (t *Tokenizer) Token(id int32) string {
	if id < 0 || int(id) >= len(t.vocab.tokens) {
		return ""
	}
	return t.vocab.tokens[id]
}

// PadID is the id that fills a short row: the one of the file's padding section,
// otherwise that of the token [PAD] or <pad>, otherwise 0. The attention mask hides it
// from the model, so any id with an embedding will do.
func (t *Tokenizer) PadID() int32 { return t.pad }

// emit adds an id for sp as a whole.
func (s *scratch) emit(id int32, sp span) {
	s.out.ids = append(s.out.ids, id)
	s.out.spans = append(s.out.spans, sp)
}

// rewrite applies w to every cut and returns the new text; s.cuts are updated.
func (s *scratch) rewrite(w rewriter, text *aligned, first bool) *aligned {
	// Two buffers alternate, so that a second rewriting step has a buffer to write to.
	dst := &s.rewritten[0]
	if text == dst {
		dst = &s.rewritten[1]
	}
	dst.reset(text.track)
	for i, c := range s.cuts {
		start := len(dst.b)
		w.rewrite(dst, text, c, first && c.start == 0)
		s.cuts[i] = cut{start, len(dst.b)}
	}
	return dst
}
