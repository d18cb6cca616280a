package metrics

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/sched"
	"asterism/engine/search/gpu"
	"asterism/engine/store"
	"asterism/models"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

func front() Traffic {
	return Traffic{Connections: 5, Requests: 2, Streams: 3, BodyBytes: 77, Refused: map[string]int64{"rate": 4, "busy": 0}}
}

func scrape(source Source) (int, string) {
	w := httptest.NewRecorder()
	Handler("1.2.3", source, front).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Code, w.Body.String()
}

func TestScrape(t *testing.T) {
	st := &engine.Status{OnGPU: gpu.State{OnGPU: 4, Bytes: 99}, Indexed: 5, IndexMem: 700, Cold: 2, Store: store.Info{
		Namespaces: map[string]store.NamespaceInfo{"secret project": {Live: 3, Forgotten: 1}, "b": {Live: 2}}, DiskBytes: 11, CacheBytes: 20, MemBytes: 2},
		Lanes: sched.Stats{Workers: 2, InWork: 9, Questions: 4, Cap: 1280, CallP50: 20 * time.Millisecond, CallP99: time.Second, Lanes: []sched.LaneStats{
			{Space: models.Code, Backend: `odd "name"`, Rows: 7, Tokens: 70, Padded: 90, Batches: 3, Failed: 1, Busy: 1500 * time.Millisecond, BatchP99: 200 * time.Millisecond, Queued: 6, Demotions: 1},
			{Space: models.HDC, Backend: "arithmetic", Rows: 8}}}}
	code, body := scrape(func(context.Context) (*engine.Status, error) { return st, nil })
	if code != 200 {
		t.Fatalf("%d %s", code, body)
	}
	for _, line := range []string{
		"asterism_ready 1", `asterism_build_info{version="1.2.3"} 1`, `asterism_memories{state="live"} 5`, `asterism_memories{state="forgotten"} 1`, "asterism_namespaces 2",
		"asterism_store_disk_bytes 11", "asterism_store_memory_bytes 22", "asterism_index_memories 5", "asterism_index_cold_memories 2", "asterism_index_bytes 700", "asterism_index_card_memories 4", "asterism_index_card_bytes 99",
		`asterism_jobs{side="passages"} 5`, `asterism_jobs{side="questions"} 4`, "asterism_jobs_most 1280", "asterism_workers 2",
		"asterism_embed_call_p50_seconds 0.02", "asterism_embed_call_p99_seconds 1", `asterism_rows_total{space="code"} 7`, `asterism_rows_total{space="hdc"} 8`, `asterism_tokens_total{space="code"} 70`,
		`asterism_padded_tokens_total{space="code"} 90`, `asterism_failed_rows_total{space="code"} 1`, `asterism_batch_seconds_sum{space="code"} 1.5`, `asterism_batch_seconds_count{space="code"} 3`, `asterism_batch_seconds{space="code",quantile="0.99"} 0.2`,
		`asterism_queued{space="code"} 6`, `asterism_demotions_total{space="code"} 1`, `asterism_backend_info{backend="odd \"name\"",space="code"} 1`,
		"asterism_http_connections 5", "asterism_http_requests 2", "asterism_http_streams 3", "asterism_http_body_bytes 77", `asterism_http_refused_total{reason="rate"} 4`, `asterism_http_refused_total{reason="busy"} 0`,
	} {
		if !strings.Contains(body, "\n"+line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
	if strings.Contains(body, "secret project") {
		t.Error("a namespace is named")
	}
	problems, err := promlint.New(strings.NewReader(body)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

func TestWarmingUpAndFailing(t *testing.T) {
	if code, body := scrape(func(context.Context) (*engine.Status, error) { return nil, nil }); code != 200 || !strings.Contains(body, "\nasterism_ready 0\n") || strings.Contains(body, "asterism_memories") {
		t.Errorf("while it is opened: %d %s", code, body)
	}
	if code, body := scrape(func(context.Context) (*engine.Status, error) { return nil, errors.New("the disk is gone") }); code != 500 || !strings.Contains(body, "the disk is gone") {
		t.Errorf("a fault: %d %s", code, body)
	}
}

// TestAFaultIsTheScrapesError: the scraper gets the id of the log entry, but not the stack, which the library would send.
func TestAFaultIsTheScrapesError(t *testing.T) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	defer slog.SetDefault(before)
	well := func(context.Context) (*engine.Status, error) { return nil, nil }
	for name, c := range map[string]struct {
		source Source
		front  Front
	}{
		"the engine": {func(context.Context) (*engine.Status, error) { panic("an odd engine") }, front},
		"the front":  {well, func() Traffic { panic("an odd front") }},
	} {
		w := httptest.NewRecorder()
		Handler("1.2.3", c.source, c.front).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		if w.Code != 500 || !strings.Contains(w.Body.String(), "internal fault") || !strings.Contains(w.Body.String(), "an odd") || strings.Contains(w.Body.String(), "goroutine") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}
