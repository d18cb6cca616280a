// Package purpose answers: Toward what does a memory work?
package purpose
