package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// filePreTokenizer has the options of every supported pre-tokenizer.
type filePreTokenizer struct {
	Type         string            `json:"type"`
	Parts        []json.RawMessage `json:"pretokenizers"`
	PrefixSpace  *bool             `json:"add_prefix_space"`
	TrimOffsets  *bool             `json:"trim_offsets"` // no effect on ids
	UseRegex     *bool             `json:"use_regex"`
	Pattern      *filePattern      `json:"pattern"`
	Behavior     *behavior         `json:"behavior"`
	Invert       *bool             `json:"invert"`
	Replacement  *string           `json:"replacement"`
	StrRep       *string           `json:"str_rep"` // older files repeat the replacement
	Scheme       *string           `json:"prepend_scheme"`
	Split        *bool             `json:"split"`
	SingleDigits *bool             `json:"individual_digits"`
}

func (t *Tokenizer) parsePreTokenizer(f *file) (err error) {
	t.splits, err = splitSteps(nil, f.PreTokenizer, 0)
	return err
}

// splitSteps appends the steps of one component; a Sequence has many.
func splitSteps(steps []splitStep, b json.RawMessage, depth int) ([]splitStep, error) {
	kind, err := componentType(b)
	if err != nil || kind == "" {
		return steps, err
	}
	if !knownPreTokenizers[kind] {
		return nil, fmt.Errorf("type %q: not supported", kind)
	}
	if len(steps) > 0 && steps[len(steps)-1].byteLevel {
		return nil, fmt.Errorf("type %q after ByteLevel: not supported", kind)
	}
	var p filePreTokenizer
	if err := strict(b, &p); err != nil {
		return nil, fmt.Errorf("type %q: %w", kind, err)
	}
	if kind == "Sequence" {
		return splitSequence(steps, p.Parts, depth)
	}
	step, err := p.step()
	if err != nil {
		return nil, fmt.Errorf("type %q: %w", kind, err)
	}
	return append(steps, step), nil
}

func splitSequence(steps []splitStep, parts []json.RawMessage, depth int) (_ []splitStep, err error) {
	if depth >= maxDepth {
		return nil, fmt.Errorf("type %q: more than %d inside each other", "Sequence", maxDepth)
	}
	for _, part := range parts {
		if steps, err = splitSteps(steps, part, depth+1); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

var knownPreTokenizers = map[string]bool{
	"Sequence": true, "BertPreTokenizer": true, "Whitespace": true, "WhitespaceSplit": true,
	"ByteLevel": true, "Split": true, "Metaspace": true, "Digits": true, "Punctuation": true,
}

func (p *filePreTokenizer) step() (splitStep, error) {
	switch p.Type {
	case "BertPreTokenizer":
		return splitStep{splitter: bertSplit{}}, nil
	case "Whitespace":
		return splitStep{splitter: patternSplit{next: matchWords, behavior: removed, invert: true}}, nil
	case "WhitespaceSplit":
		return splitStep{splitter: patternSplit{next: eachOf(space), behavior: removed}}, nil
	case "ByteLevel":
		return p.byteLevel()
	case "Split":
		return p.pattern()
	case "Metaspace":
		return p.metaspace()
	case "Digits":
		single, err := needs("individual_digits", p.SingleDigits)
		if single {
			return splitStep{splitter: patternSplit{next: eachOf(number), behavior: isolated}}, err
		}
		return splitStep{splitter: patternSplit{next: eachOf(number), behavior: contiguous}}, err
	}
	h := isolated
	if p.Behavior != nil {
		h = *p.Behavior
	}
	return splitStep{splitter: patternSplit{next: eachOf(punct), behavior: h}}, h.check()
}

func (p *filePreTokenizer) byteLevel() (step splitStep, err error) {
	step.byteLevel = true
	prefix, err := needs("add_prefix_space", p.PrefixSpace)
	if prefix {
		step.rewriter = spacePrefix{}
	}
	if p.UseRegex == nil || *p.UseRegex {
		step.splitter = patternSplit{next: matchGPT2, behavior: isolated}
	}
	return step, err
}

func (p *filePreTokenizer) pattern() (splitStep, error) {
	h, err := needs("behavior", p.Behavior)
	if err != nil {
		return splitStep{}, err
	}
	if err := h.check(); err != nil {
		return splitStep{}, err
	}
	invert, err := needs("invert", p.Invert)
	if err != nil {
		return splitStep{}, err
	}
	switch q := p.Pattern; {
	case q == nil || (q.String == nil) == (q.Regex == nil):
		return splitStep{}, errors.New("option pattern: needs one of String and Regex")
	case q.String != nil && *q.String == "":
		return splitStep{}, errors.New("option pattern: empty")
	case q.String != nil:
		return splitStep{splitter: patternSplit{literal(*q.String), h, invert}}, nil
	}
	next, ok := expressions[*p.Pattern.Regex]
	if !ok {
		return splitStep{}, fmt.Errorf("regular expression %q: not supported", *p.Pattern.Regex)
	}
	return splitStep{splitter: patternSplit{next, h, invert}}, nil
}

// metaspace decodes Metaspace in its current form and in the form before prepend_scheme
// was added.
func (p *filePreTokenizer) metaspace() (splitStep, error) {
	mark, err := needs("replacement", p.Replacement)
	if err != nil {
		return splitStep{}, err
	}
	if utf8.RuneCountInString(mark) != 1 {
		return splitStep{}, fmt.Errorf("option replacement %q: must be one character", mark)
	}
	scheme := "always"
	if p.Scheme != nil {
		scheme = *p.Scheme
	}
	if scheme != "always" && scheme != "first" && scheme != "never" {
		return splitStep{}, fmt.Errorf("option prepend_scheme %q: not supported", scheme)
	}
	if p.PrefixSpace != nil && !*p.PrefixSpace && scheme != "never" {
		return splitStep{}, errors.New("option add_prefix_space false: disagrees with prepend_scheme")
	}
	step := splitStep{rewriter: metaspace{mark, scheme}}
	if p.Split == nil || *p.Split {
		step.splitter = patternSplit{next: literal(mark), behavior: mergedWithNext}
	}
	return step, nil
}
