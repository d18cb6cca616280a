package words

import "strings"

// CommandOf maps a tool to the command that does the same; empty: there is none.
var CommandOf = map[string]string{
	"inject_context": "remember", "store_memory": "ingest", "store_memories": "ingest", "search_graph": "search", "get_memory": "get", "list_memories": "list", "update_memory": "update",
	"forget_memory": "forget", "restore_memory": "restore", "find_causal_path": "path", "get_links": "links", "decide_link": "links", "list_namespaces": "namespaces", "list_tags": "tags",
	"get_workspace": "workspace", "trigger_dream": "dream", "get_autonomous_status": "status",
	"set_north_star": "goal set", "add_goal": "goal add", "get_goals": "goal list", "remove_goal": "goal remove", "discover_sub_goals": "goal discover",
	"get_alignment_drift": "drift", "get_drift_history": "drift history", "trigger_drift_correction": "drift correct",
	"record_outcome": "meta outcome", "get_meta_learning_status": "meta status", "get_meta_learning_log": "meta log", "trigger_lambda_recalibration": "meta recalibrate", "get_search_weights": "meta status",
	"check_server_drift": "mcp check", "move_namespace": "namespaces rename", "purge_forgotten": "purge", "create_backup": "backup create", "open_dashboard": "dashboard", "forget_earlier": "forget",
	"cluster_status": "cluster status", "cluster_move": "cluster move", "cluster_leave": "cluster leave", "cluster_checkpoint": "cluster checkpoint", "cluster_backup": "cluster backup",
	"check_goal_drift": "", "get_goal_trend": "", "classify_tool_drift": "", "control_meta_learning": "", "resolve_id": "",
}

// FlagOf maps an argument to the flag with the same meaning, if the argument's name is no plain word.
var FlagOf = map[string]string{
	"topK": "top", "minSimilarity": "min-similarity", "min_alignment": "min-alignment", "min_relevance": "min-relevance", "as_of": "as-of", "include_superseded": "superseded",
	"include_forgotten": "forgotten", "include_versions": "versions", "include_history": "history", "history_count": "history", "time_range": "timeframe", "goal_id": "goal", "memory_ids": "id", "parent_id": "parent",
	"dry_run": "dry-run", "allow_duplicate": "allow-duplicate", "session_id": "session", "valid_from": "valid-from", "valid_until": "valid-until", "expected_version": "if-version",
	"max_hops": "max-hops", "path_type": "type", "min_cluster_size": "min-cluster-size", "max_goals": "max-goals", "query_id": "query", "start_time": "from", "end_time": "to", "event_type": "type",
	"force_bayesian": "bayesian", "include_per_embedder": "embedders", "compute_deltas": "deltas",
}

// phrasesKnown are phrases that would not read well with a tool's name replaced by a command, and their replacements.
var phrasesKnown = [][2]string{
	{"Correct the arguments and call again", "Correct that and run the command again"},
	{"call get_alignment_drift", "`asterism drift` does it"},
	{"choose a longer timeframe, or all", "choose a longer --timeframe; --timeframe all has no limit"},
	{"get_alignment_drift (timeframe all)", "`asterism drift --timeframe all`"},
	{"Call get_alignment_drift with include_history=true first", "`asterism drift` measures it first"},
	{"trigger_dream with phase nrem merges them (undo reverts it), and with dry_run", "`asterism dream --phase nrem` merges them (--undo reverts it), and with --dry-run"},
	{"trigger_dream with dry_run", "`asterism dream --dry-run`"},
	{"search_graph or list_memories returned", "`asterism search` or `asterism list` shows"},
	{"inject_context, search_graph or list_memories returned", "`asterism remember`, `asterism search` or `asterism list` shows"},
	{"set_north_star, add_goal or get_goals returned", "`asterism goal list` shows"},
	{"get_goals returned", "`asterism goal list` shows"},
	{"no answer has query_id", "no search has given an answer with the id"},
	{", or the tool get_goals, shows", " shows"},
	{"with restore_memory or `asterism", "with `asterism"},
	{"with set_north_star, or `asterism goal set`", "with `asterism goal set`"},
	{"with set_north_star or `asterism goal set`", "with `asterism goal set`"},
	{"update_memory sets them; for link_to, store again with allow_duplicate", "`asterism update` sets them"},
	{"give at least one of content, rationale, importance, tags, modality, namespace, session_id, source, timestamp, supersedes, valid_from, valid_until", "give at least one of --content, --image, --why, --importance, --tag, --modality, --namespace, --session, --source, --time, --supersedes, --valid-from, --valid-until"},
	{"give the query, filters, profile, spaces, direction, minSimilarity, min_alignment, as_of, include_superseded, fold and exact of the page before, or start without a cursor", "give the query and the flags of the page before, or start without --cursor"},
}

var phrases = func() *strings.Replacer {
	var all []string
	for _, p := range phrasesKnown {
		all = append(all, p[0], p[1])
	}
	return strings.NewReplacer(all...)
}()
