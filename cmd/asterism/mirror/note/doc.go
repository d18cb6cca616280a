// Package note answers: how is a memory written as a Markdown file? As YAML front matter between two lines of ---, followed by the text. Keys of other programs, comments and the
// order of keys do not change, and neither do the bytes of a part that is already right.
package note
