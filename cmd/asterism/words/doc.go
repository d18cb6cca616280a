// Package words answers: how is a figure said to a person? Counts with their word, times in the reader's zone, a trend, a line of a long text, and what was written for an assistant.
package words
