package cluster

import "asterism/bench/report"

// commandName is what is written after ./bench.
const commandName = "cluster"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "kill, stop and cut off the nodes of a cluster under load, and measure it; writes bench-cluster.json", Run: run}

func say(format string, args ...any) { report.Say("bench "+commandName, format, args...) }
