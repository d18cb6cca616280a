// Package tongue answers: do the models read the language of a text?
//
// A model trained on English finds any two texts in another language similar, since they are in the same language, whatever they say. So a judgement by vectors alone must know
// the language of the texts. A tokenizer shows it: it learned the words that its model was trained on, and divides those of another language into pieces. Grammar words are further
// evidence.
package tongue
