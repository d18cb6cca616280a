// Package token answers: What does a model see of a text?
//
// It reads a tokenizer.json in the Hugging Face format and converts text to the ids that
// the model was trained with, identical to those of the reference library. A text passes
// through five stages, each in its own files:
//
//  1. added tokens are cut out of the text (added.go)
//  2. the rest is normalised: case, accents, Unicode forms (normalize*.go)
//  3. it is split into words (split*.go)
//  4. every word becomes ids: WordPiece, BPE or Unigram (wordpiece.go, bpe.go,
//     unigram.go)
//  5. on request the ids are framed as the model wants them (wrap.go)
//
// All stages work on the aligned text of aligned.go, so that every id has the bytes of
// the original text that it came from, without ever splitting a code point. Truncation
// and padding settings of the file are not applied: the caller that forms windows and
// batches decides the lengths.
//
// A file that requires anything this package does not do exactly is refused at load with
// the name of the component; nothing is approximated.
package token
