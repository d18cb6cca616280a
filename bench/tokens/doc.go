// Package tokens answers: how many tokens does a model read of an answer, and of the tools' definitions?
//
// They are counted with o200k_base, the vocabulary of several models of OpenAI's, by github.com/tiktoken-go/tokenizer; those of other models come to similar
// counts. The answers are the text contents that the real server gives with the compact models over memories.txt.
package tokens
