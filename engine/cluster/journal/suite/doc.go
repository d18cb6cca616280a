// Package suite answers: does a log keep its contract? Every implementation of [journal.Journal] runs it.
package suite
