package mcp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"asterism/engine"
	"asterism/mcp/failure"
	"asterism/mcp/tools"
	"asterism/mcp/wire"
)

// errorCase is one way to cause a code of the table.
type errorCase struct {
	kind   engine.Kind
	real   bool // with the real engine; otherwise the mock engine pretends a fault
	engine tools.Provider
	tool   string
	args   map[string]any
	says   string
}

// errorCases uses the real engine for errors that a caller or an operator can cause, and the mock for faults.
func errorCases(t *testing.T) []errorCase {
	const nobody = "01890a5d-ac96-774b-bcce-b302099a8057"
	dir := t.TempDir()
	e := realEngine(t, engine.Config{Data: dir})
	if _, err := e.Remember(t.Context(), engine.Note{Content: "The heron waits", Namespace: "birds"}); err != nil {
		t.Fatal(err)
	}
	real, fake := provide(e), newFake()
	library := filepath.Join(t.TempDir(), "library.so")
	if err := os.WriteFile(library, []byte("no library"), 0o644); err != nil {
		t.Fatal(err)
	}
	opening := func(c engine.Config) tools.Provider {
		return func(ctx context.Context) (*tools.Engine, error) {
			e, err := engine.Open(ctx, c)
			if err != nil {
				return nil, err
			}
			return tools.EngineOf(e), nil
		}
	}
	failing := func(kind engine.Kind) map[string]any { return map[string]any{"namespace": "fail " + string(kind)} }
	return []errorCase{
		{engine.KindInvalid, true, real, "get_drift_history", map[string]any{"time_range": "2d"}, "Unknown time_range '2d'. Valid: 1h, 6h, 24h, 7d, 30d, all"},
		{engine.KindInvalid, true, real, "get_meta_learning_log", map[string]any{"offset": 7}, "Pagination offset 7 exceeds total count 0"},
		{engine.KindInvalid, true, real, "trigger_lambda_recalibration", map[string]any{"force_bayesian": true}, "0 outcomes can be replayed"},
		{engine.KindInvalid, true, real, "check_server_drift", map[string]any{"name": "files"}, `server "files" is not pinned`},
		{engine.KindInvalid, true, real, "set_north_star", map[string]any{"description": "x\x00y"}, ""},
		{engine.KindNotFound, true, real, "get_memory", map[string]any{"id": nobody}, nobody},
		{engine.KindNotFound, true, real, "get_alignment_drift", map[string]any{"memory_ids": []string{nobody}, "namespace": "birds"}, nobody},
		{engine.KindNotFound, true, real, "record_outcome", map[string]any{"memory_id": nobody, "useful": 1}, nobody},
		{engine.KindGoal, true, real, "get_alignment_drift", map[string]any{"goal_id": nobody}, nobody},
		{engine.KindGoal, true, real, "remove_goal", map[string]any{"goal_id": nobody}, nobody},
		{engine.KindNoHistory, true, real, "get_drift_history", nil, "No drift history available for goal 'centroid'. Call get_alignment_drift with include_history=true first"},
		{engine.KindBusy, true, neverReady, "get_goals", nil, "warming up"},
		{engine.KindStorage, true, opening(engine.Config{Data: dir}), "get_goals", nil, "in use"},
		{engine.KindDevice, true, opening(engine.Config{Data: t.TempDir(), ORTLib: library}), "get_goals", nil, library},
		{engine.KindEmbedding, false, fake.provider, "get_alignment_drift", failing(engine.KindEmbedding), "made to fail"},
		{engine.KindPurpose, false, fake.provider, "trigger_drift_correction", failing(engine.KindPurpose), "made to fail"},
		{engine.KindStorage, false, fake.provider, "get_drift_history", failing(engine.KindStorage), "made to fail"},
		{engine.KindStorage, false, fake.provider, "record_outcome", map[string]any{"memory_id": nobody, "useful": .13}, "made to fail"},
		{engine.KindDevice, false, fake.provider, "discover_sub_goals", failing(engine.KindDevice), "made to fail"},
		{engine.KindBusy, false, fake.provider, "get_autonomous_status", failing(engine.KindBusy), "made to fail"},
		{engine.KindInternal, false, fake.provider, "inject_context", map[string]any{"content": "panic", "rationale": "test"}, "made to panic"},
	}
}

// TestEveryErrorThroughARealClient covers the whole table, with the library's client over both transports and in both styles.
func TestEveryErrorThroughARealClient(t *testing.T) {
	all := errorCases(t)
	walked, pretended := map[engine.Kind]bool{}, map[engine.Kind]bool{engine.KindEmbedding: true, engine.KindPurpose: true, engine.KindInternal: true}
	for _, style := range []string{wire.StyleResult, wire.StyleProtocol} {
		for name, over := range map[string]func(*testing.T, Options) *speaker{"stdio": overStdio, "http": overHTTP} {
			for i, b := range all {
				t.Run(fmt.Sprintf("%s/%s/%d %s", style, name, i, b.kind), func(t *testing.T) {
					opt := Options{Engine: b.engine, ErrorStyle: style, Tools: "all"}
					if b.kind == engine.KindBusy {
						opt.WarmUp = time.Millisecond
					}
					f := over(t, opt).failure(b.tool, b.args)
					if f == nil {
						t.Fatalf("%s %v did not fail", b.tool, b.args)
					}
					if f.Code != failure.Table[b.kind].Code || f.Name != string(b.kind) || f.Message == "" || f.Hint == "" || (f.RetryAfterMs > 0) != (b.kind == engine.KindBusy) {
						t.Errorf("%s %v: got %+v", b.tool, b.args, f)
					}
					mustContain(t, f.Message, b.says)
				})
				walked[b.kind] = walked[b.kind] || b.real || pretended[b.kind]
			}
		}
	}
	for kind := range failure.Table {
		if !walked[kind] {
			t.Errorf("no call leads to %s, or only a pretended one does though a caller or an operator can bring it about", kind)
		}
	}
}
