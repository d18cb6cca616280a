// Package goaldna answers: is this step still about the goal, by its words?
//
// There are two measures. The plain one ([DNA]) compares sets of words and of character trigrams: microseconds, no model, and known values to six
// decimals. The hybrid one ([Hybrid]) weighs terms by their rarity, takes identifiers apart, stems, and adds the cosines that its caller got from a
// model; it is calibrated, and says which terms it found. A [Checker] keeps the history of either: drift events, a counter, a trend.
package goaldna
