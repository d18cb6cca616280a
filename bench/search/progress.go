package search

import "asterism/bench/report"

func newProgress(what string, total int) *report.Progress {
	return report.NewProgress(say, what, total)
}

// say tells of the progress; stdout belongs to the table.
func say(format string, args ...any) { report.Say("bench "+commandName, format, args...) }
