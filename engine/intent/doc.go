// Package intent answers: what does the wording of a question ask for?
//
// auto.go chooses the weights of the spaces from the words of a question. weights.go has the profiles; their weights are in the catalogue. code.go
// estimates how likely a question asks for code; bench/profile trains it. when.go finds the times that a question names, tense.go decides between the last and the next of a recurring time,
// between.go reads the bounds that the times set, and told.go reads the times in a memory's text. This package reads only the words, and does not access the store.
package intent
