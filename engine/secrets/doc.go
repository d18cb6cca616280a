// Package secrets answers: what in a text is a key, a password or a card?
//
// The rules are those of gitleaks (gitleaks.toml, MIT, see third_party/README.md): a regular expression each, words that must stand in the text
// before it is tried, how random the secret must be, and what is known to be none. They are read as data: the program that they come from brings 63
// modules (docs/decisions/042-what-comes-in.md). Four kinds are our own: payment cards (cards.go), passwords in addresses, and passwords
// and other secrets that a sentence tells (own.go).
//
// A rule's expression is compiled when its words are met for the first time. A text without any of the words costs a look for the words.
package secrets
