package cluster

import "asterism/bench/report"

func growRows(g *grown) []report.Row {
	r := g.Round
	return []report.Row{
		report.Higher("cluster.grow_memories", "memories", report.NoGoal, float64(g.Memories)), report.Lower("cluster.failover_100k_s", "s", 15, g.Failovers...),
		report.Lower("cluster.grow_join_to_equal_s", "s", report.NoGoal, g.Join...), report.Lower("cluster.grow_leave_s", "s", report.NoGoal, g.Leave...),
		report.Higher("cluster.grow_answered", "calls", report.NoGoal, float64(r.Answered)), report.Lower("cluster.grow_refused", "calls", report.NoGoal, float64(r.Refused)),
		report.Lower("cluster.grow_longest_without_write_s", "s", report.NoGoal, float64(r.LongestMs)/1000), report.Lower("cluster.grow_longest_without_search_s", "s", report.NoGoal, g.Searches.Longest),
		report.Lower("cluster.grow_lost", "memories", 0, float64(r.Lost+g.LostBulk)), report.Lower("cluster.grow_twice", "memories", 0, float64(r.Twice)),
		report.Lower("cluster.grow_not_linearizable", "memories", 0, float64(r.NotLinear)), report.Lower("cluster.grow_replicas_differ", "rounds", 0, map[bool]float64{true: 1}[r.Different != ""]),
	}
}
