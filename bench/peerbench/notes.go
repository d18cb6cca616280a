package peerbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"asterism/bench/peers/node"
	"asterism/bench/report"
	"asterism/bench/tokens"

	"github.com/mark3labs/mcp-go/mcp"
)

// A keeper is a memory server as an assistant meets it: what it is called to store a note and to find one.
type keeper struct {
	name    string
	open    func(ctx context.Context) (*session, error)
	store   func(n int, note string) (tool string, arguments map[string]any)
	search  string // its tool
	nothing string // the text of an answer that shows something but calls none of it an answer
}

// keepers are ours with the tools that an assistant gets, the official server, and another one.
func (b *bench) keepers() []keeper {
	entity := func(n int, note string) (string, map[string]any) {
		return "create_entities", map[string]any{"entities": []any{map[string]any{"name": fmt.Sprintf("note %d", n), "entityType": "note", "observations": []string{note}}}}
	}
	byNode := func(server, variable, file string) func(context.Context) (*session, error) {
		return func(ctx context.Context) (*session, error) {
			return startSession(ctx, b.peers.Node, []string{variable + filepath.Join(b.dir, file)}, b.peers.Path(server))
		}
	}
	return []keeper{
		{name: ours, search: "search_graph", nothing: "Nothing relevant", open: func(ctx context.Context) (*session, error) {
			return startSession(ctx, b.program, nil, "serve", "--data", filepath.Join(b.dir, "notes"), "--namespace", "notes")
		}, store: func(_ int, note string) (string, map[string]any) {
			return "inject_context", map[string]any{"content": note, "rationale": "worth keeping"}
		}},
		{name: theirs, search: "search_nodes", store: entity, open: byNode(node.Server, "MEMORY_FILE_PATH=", "notes.graph")},
		{name: "memory_libsql", search: "search_nodes", store: entity, open: byNode(node.LibSQL, "LIBSQL_URL=file:", "notes.db")},
	}
}

// notes asks every server the same questions about the same notes, as they are and by their longest word, and counts the tokens that a model reads.
func (b *bench) notes(ctx context.Context) (rows []report.Row, err error) {
	set, err := readNoteSet(notesFolder)
	if err != nil {
		return nil, err
	}
	count, err := tokens.NewCounter()
	if err != nil {
		return nil, err
	}
	for _, k := range b.keepers() {
		say("ask %s %d questions about %d notes …", k.name, len(set.questions)+len(set.unanswered), len(set.notes))
		more, err := k.measure(ctx, set, count)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

func (k *keeper) measure(ctx context.Context, set *noteSet, count *tokens.Counter) (rows []report.Row, err error) {
	s, err := k.open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	t := &readings{count: count}
	for i, note := range set.notes {
		tool, arguments := k.store(i, note)
		t.read(s.text(ctx, tool, arguments))
	}
	stored := t.mean()
	find := func(question string) string {
		return t.read(s.text(ctx, k.search, map[string]any{"query": question}))
	}
	whole, word, none := 0, 0, 0
	for i, q := range set.questions {
		if shows(find(q), set.answers[i]) {
			whole++
		}
	}
	searched := t.mean()
	for i, q := range set.questions {
		if shows(find(longestWord(q)), set.answers[i]) {
			word++
		}
	}
	for _, q := range set.unanswered {
		if k.knowsNothing(find(q), set.notes) {
			none++
		}
	}
	tools, err := s.definitions(ctx)
	if err := errors.Join(err, t.err); err != nil {
		return nil, err
	}
	defined := t.of(tools)
	name := func(what string) string { return "notes." + k.name + "_" + what }
	return []report.Row{
		report.Higher(name(fmt.Sprintf("answers_of_%d", len(set.questions))), "answers", report.NoGoal, float64(whole)),
		report.Higher(name(fmt.Sprintf("answers_by_a_word_of_%d", len(set.questions))), "answers", report.NoGoal, float64(word)),
		report.Higher(name(fmt.Sprintf("no_answer_told_of_%d", len(set.unanswered))), "questions", report.NoGoal, float64(none)),
		report.Lower(name("tokens_search"), "tokens", report.NoGoal, searched),
		report.Lower(name("tokens_store"), "tokens", report.NoGoal, stored),
		report.Lower(name("tokens_tools"), "tokens", report.NoGoal, float64(defined)),
	}, t.err
}

// knowsNothing reports whether an answer says that nothing is relevant, or shows no note.
func (k *keeper) knowsNothing(answer string, notes []string) bool {
	if k.nothing != "" && strings.Contains(answer, k.nothing) {
		return true
	}
	return !slices.ContainsFunc(notes, func(note string) bool { return shows(answer, note) })
}

// readings counts the tokens of answers, and keeps the first error.
type readings struct {
	count *tokens.Counter
	all   []float64
	err   error
}

func (t *readings) read(answer string, err error) string {
	t.err = errors.Join(t.err, err)
	t.all = append(t.all, float64(t.of(answer)))
	return answer
}

func (t *readings) of(text string) int {
	n, err := t.count.Of(text)
	t.err = errors.Join(t.err, err)
	return n
}

// mean is the mean over the answers since its last call.
func (t *readings) mean() float64 {
	sum := 0.0
	for _, n := range t.all {
		sum += n
	}
	mean := sum / float64(len(t.all))
	t.all = nil
	return mean
}

// text calls a tool and returns the text of its answer, which is what a model reads.
func (s *session) text(ctx context.Context, tool string, arguments map[string]any) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var r mcp.CallToolRequest
	r.Params.Name, r.Params.Arguments = tool, arguments
	res, err := s.client.CallTool(ctx, r)
	if err != nil {
		return "", fmt.Errorf("%s: %w", tool, err)
	}
	if res.IsError {
		return "", fmt.Errorf("%s: %s", tool, wordsIn(res))
	}
	return wordsIn(res), nil
}

// definitions are the tools as a model reads them.
func (s *session) definitions(ctx context.Context) (string, error) {
	list, err := s.client.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		return "", fmt.Errorf("list tools: %w", err)
	}
	type tool struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Input       any    `json:"input_schema"`
	}
	var all []tool
	for _, t := range list.Tools {
		all = append(all, tool{t.Name, t.Description, t.InputSchema})
	}
	b, err := json.Marshal(all)
	return string(b), err
}
