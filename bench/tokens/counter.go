package tokens

import (
	"fmt"

	"github.com/tiktoken-go/tokenizer"
)

// Counter counts tokens of o200k_base.
type Counter struct{ codec tokenizer.Codec }

// NewCounter reads the vocabulary.
func NewCounter() (*Counter, error) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		return nil, fmt.Errorf("read the vocabulary: %w", err)
	}
	return &Counter{codec}, nil
}

// Of returns how many tokens a text has.
func (c *Counter) Of(text string) (int, error) {
	n, err := c.codec.Count(text)
	if err != nil {
		return 0, fmt.Errorf("count the tokens of %.40q: %w", text, err)
	}
	return n, nil
}
