// Package failure answers: what does a caller get when something fails? Code and name from the only table, the error, and what to do.
package failure
