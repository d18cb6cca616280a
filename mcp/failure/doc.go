// Package failure answers: what is a caller told when something fails? Code and name of the one table, what went wrong, and the way out.
package failure
