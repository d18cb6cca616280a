// Package note answers: how is a memory written as a Markdown file? As YAML front matter between two lines of ---, and the text below. Keys that are not ours,
// comments and the order of the keys stay as they are, and so do the bytes of a part that says already what it should.
package note
