// Package intent answers: what does the wording of a question ask for?
//
// auto.go chooses the weights of the spaces from the words of a question, weights.go holds the named weights to choose from. when.go finds the times
// that a question names, between.go the bounds that they set. Everything here reads the words alone and knows nothing of what is stored.
package intent
