// Package token answers: What does a model see of a text?
//
// It reads a tokenizer.json of the Hugging Face format and turns text into
// the ids the model was trained on, id for id as the reference library does.
// A text walks through five stages, each in files of its own:
//
//  1. added tokens are cut out of the text (added.go)
//  2. the rest is normalised: case, accents, Unicode forms (normalize*.go)
//  3. it is split into words (split*.go)
//  4. every word becomes ids: WordPiece, BPE or Unigram (wordpiece.go, bpe.go,
//     unigram.go)
//  5. on request the ids are framed as the model wants them (wrap.go)
//
// All stages work on the aligned text of aligned.go, so that every id can name
// the bytes of the original text it came from without ever splitting a code
// point. Truncation and padding settings of the file are not applied: lengths
// belong to whoever forms windows and batches.
//
// A file that asks for anything this package does not do exactly is refused at
// load with the name of the component; nothing is approximated.
package token
