package token

import (
	"encoding/json"
	"errors"
	"fmt"
)

// filePost has the options of every supported post-processor. The template
// for pairs is not used here and not read.
type filePost struct {
	Type        string                 `json:"type"`
	Parts       []json.RawMessage      `json:"processors"`
	Single      []filePlace            `json:"single"`
	Pair        json.RawMessage        `json:"pair"`
	Specials    map[string]fileSpecial `json:"special_tokens"`
	Sep         *fileNamed             `json:"sep"`
	Cls         *fileNamed             `json:"cls"`
	TrimOffsets *bool                  `json:"trim_offsets"`     // no effect on ids
	PrefixSpace *bool                  `json:"add_prefix_space"` // no effect either
	UseRegex    *bool                  `json:"use_regex"`        // no effect either
}

// filePlace is one element of a template.
type filePlace struct {
	Special  *fileRef `json:"SpecialToken"`
	Sequence *fileRef `json:"Sequence"`
}

type fileRef struct {
	ID     string `json:"id"`
	TypeID int    `json:"type_id"`
}

type fileSpecial struct {
	ID     string   `json:"id"`
	IDs    []int32  `json:"ids"`
	Tokens []string `json:"tokens"`
}

// fileNamed is ["token", id].
type fileNamed struct{ id int32 }

// UnmarshalJSON reads the two-element list.
func (n *fileNamed) UnmarshalJSON(b []byte) error {
	var name string
	pair := []any{&name, &n.id}
	if err := json.Unmarshal(b, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("%.60s: must be [token, id]", b)
	}
	return nil
}

func (t *Tokenizer) parsePostProcessor(f *file) error {
	if err := t.addFrame(f.PostProcessor, 0); err != nil {
		return err
	}
	for _, id := range append(append([]int32(nil), t.before...), t.after...) {
		if err := t.check(id); err != nil {
			return err
		}
	}
	return nil
}

// addFrame decodes one component; a Sequence has many, each around the previous ones.
func (t *Tokenizer) addFrame(b json.RawMessage, depth int) error {
	kind, err := componentType(b)
	if err != nil || kind == "" {
		return err
	}
	switch kind {
	case "Sequence", "ByteLevel", "TemplateProcessing", "BertProcessing", "RobertaProcessing":
	default:
		return fmt.Errorf("type %q: not supported", kind)
	}
	var p filePost
	if err := strict(b, &p); err != nil {
		return fmt.Errorf("type %q: %w", kind, err)
	}
	switch kind {
	case "Sequence":
		return t.frameSequence(p.Parts, depth)
	case "ByteLevel": // changes offsets only
		return nil
	case "TemplateProcessing":
		err = t.template(&p)
	default:
		err = t.clsSep(&p)
	}
	if err != nil {
		return fmt.Errorf("type %q: %w", kind, err)
	}
	return nil
}

func (t *Tokenizer) frameSequence(parts []json.RawMessage, depth int) error {
	if depth >= maxDepth {
		return fmt.Errorf("type %q: more than %d inside each other", "Sequence", maxDepth)
	}
	for _, part := range parts {
		if err := t.addFrame(part, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tokenizer) clsSep(p *filePost) error {
	cls, err := needs("cls", p.Cls)
	if err != nil {
		return err
	}
	sep, err := needs("sep", p.Sep)
	t.frame([]int32{cls.id}, []int32{sep.id})
	return err
}

func (t *Tokenizer) frame(before, after []int32) {
	t.before, t.after = append(before, t.before...), append(t.after, after...)
}

func (t *Tokenizer) template(p *filePost) error {
	var sides [2][]int32
	texts := 0
	for _, place := range p.Single {
		switch {
		case place.Sequence != nil && place.Special == nil && place.Sequence.ID == "A":
			texts++
		case place.Special != nil && place.Sequence == nil:
			special, ok := p.Specials[place.Special.ID]
			if !ok {
				return fmt.Errorf("template names %q, special_tokens does not", place.Special.ID)
			}
			sides[min(texts, 1)] = append(sides[min(texts, 1)], special.IDs...)
		default:
			return errors.New("template place: must be a SpecialToken or Sequence A")
		}
	}
	if texts != 1 {
		return fmt.Errorf("template for one text has it %d times", texts)
	}
	t.frame(sides[0], sides[1])
	return nil
}
