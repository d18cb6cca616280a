// Package words answers: how is a figure shown to a person? Counts with their noun, times in the reader's zone, a trend, a line of a long text, and texts written for assistants.
package words
