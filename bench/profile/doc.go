// Package profile answers: which questions ask for code?
//
// It trains the classifier that engine/intent carries (code.go there) on the questions of pairs that models are trained on too, but for those
// held out here, and on questions of our own (questions.tsv), and measures it on what is held out. The file that it writes is the same for the
// same text.
package profile
