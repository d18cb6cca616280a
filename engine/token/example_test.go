package token_test

import (
	"fmt"

	"asterism/engine/token"
)

// A tokenizer is read from a model's tokenizer.json. Each id has the bytes of the text that it came from; no code point is ever split.
func ExampleTokenizer_EncodeOffsets() {
	t, err := token.Load("../../models/compact/wordpiece/tokenizer.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	text := "Naïve retries"
	ids, starts, ends := t.EncodeOffsets(text)
	for i, id := range ids {
		fmt.Printf("%q from %q\n", t.Token(id), text[starts[i]:ends[i]])
	}
	// Output:
	// "naive" from "Naïve"
	// "retries" from "retries"
}
