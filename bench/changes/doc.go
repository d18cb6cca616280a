// Package changes answers: of a thing that changed over time, is what is current found first?
//
// testdata has groups of statements of ours, each of one thing on two to four days, with questions for what is current, for the thing as such and for what it was at first. All
// are in one namespace, with sentences of other things in between.
package changes
