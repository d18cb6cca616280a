// Package tongue answers: do the models read the language of a text?
//
// A model trained on English finds any two texts of another language alike, because they are in one language, whatever they say. So what is judged by vectors alone must know
// which texts they are of. A tokenizer tells it: it learned the words that its model was trained on, and cuts those of another language into pieces. Words of grammar say the
// rest.
package tongue
