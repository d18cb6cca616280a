// Package contradict answers: does a memory say something else about the same thing as an older one?
package contradict
