package tokens

import (
	"fmt"

	"github.com/tiktoken-go/tokenizer"
)

// counter counts tokens of o200k_base.
type counter struct{ codec tokenizer.Codec }

func newCounter() (*counter, error) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		return nil, fmt.Errorf("read the vocabulary: %w", err)
	}
	return &counter{codec}, nil
}

func (c *counter) of(text string) (int, error) {
	n, err := c.codec.Count(text)
	if err != nil {
		return 0, fmt.Errorf("count the tokens of %.40q: %w", text, err)
	}
	return n, nil
}
