// Package age answers: which result files are older than the code that they measure? `make results-age` prints a line for each: the commit that was
// measured, its date, and how many commits touched the code since. measured.go lists the code of each result.
package age
