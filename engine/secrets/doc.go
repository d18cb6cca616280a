// Package secrets answers: what in a text is a key, a password or a card?
//
// The rules are those of gitleaks (gitleaks.toml, MIT, see third_party/README.md). Each has a regular expression, words that must be in the text
// before the expression is tried, the least randomness of the secret, and what is known to be none. They are read as data: the program that they come from has 63
// modules as dependencies (docs/decisions/042-what-comes-in.md). Four kinds are our own: payment cards (cards.go), passwords in addresses, and passwords
// and other secrets in sentences (own.go).
//
// A rule's expression is compiled when its words are first found. A text without any of the words only costs the search for the words.
package secrets
