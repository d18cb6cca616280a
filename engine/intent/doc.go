// Package intent answers: what does the wording of a question ask for?
//
// auto.go chooses the weights of the spaces from the words of a question, weights.go has the profiles to choose from, whose weights stand in the catalogue. code.go
// tells how likely a question asks for code; bench/profile trains it. when.go finds the times that a question names, tense.go which of two is meant, between.go the bounds that they set, and told.go
// the times that a memory's text names. Everything here reads the words alone and knows nothing of what is stored.
package intent
