package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"asterism/bench/report"
)

// part is a piece of work that a process of its own does.
type part struct {
	name  string
	limit time.Duration // after which it is ended
	run   func(ctx context.Context, e *env) ([]report.Row, error)
	under []string                               // a command that the process is run under; nil: none
	watch func(log string) []string              // further arguments of that command, which writes a file of its own; nil: none
	after func(log string) ([]report.Row, error) // reads that file, when the process is over
	first bool                                   // runs also when -only does not name it: others need what it finds
}

// env is what a part works with.
type env struct {
	options
	limits limits // of the GPU, from the part that measures them; zero before it
}

// answer is the output of a part's process at its end. It may have rows and failures.
type answer struct {
	Rows     []report.Row
	Failures []string
}

// more are further parts, which tests add.
var more []part

// parts lists what a mode does, in order.
func parts(o *options) []part {
	if o.mode == "check" {
		return append(checkParts(o), more...)
	}
	return append(benchParts(o), more...)
}

// chosen are the parts that -only names; a name that none has is an error.
func chosen(o *options) (out []part, err error) {
	all := parts(o)
	for _, n := range o.only {
		only := options{only: []string{n}}
		found := false
		for _, p := range all {
			found = found || only.wants(p.name)
		}
		if !found {
			return nil, fmt.Errorf("-only %s: no part of %s is called so; there are %s", n, o.mode, strings.Join(names(all), ", "))
		}
	}
	for _, p := range all {
		if o.wants(p.name) || p.first && len(o.only) > 0 {
			out = append(out, p)
		}
	}
	return out, nil
}

func names(parts []part) (out []string) {
	for _, p := range parts {
		out = append(out, p.name)
	}
	return out
}
