package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"asterism/models"
)

// ingested are the figures of one run of `asterism ingest`.
type ingested struct{ perSecond, cpuMs, bytes, peak float64 }

// ingest runs `asterism ingest` over a JSON-lines file into a new store, several times: from text to synced storage, all
// spaces, as a user has it. The rate is the program's own: it leaves out its start, and ends with the last memory synced.
func (b *bench) ingest(ctx context.Context) ([]Row, error) {
	texts, _, err := b.corpus(b.memories)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, "notes.jsonl")
	if err := writeLines(file, texts); err != nil {
		return nil, err
	}
	tokens, err := wordPieces(texts)
	if err != nil {
		return nil, err
	}
	var perSecond, cpu, bytes, peak []float64
	for i := range b.runs {
		say("ingest run %d of %d: %d memories", i+1, b.runs, len(texts))
		r, err := b.ingestOnce(ctx, file, len(texts))
		if err != nil {
			return nil, err
		}
		perSecond, cpu = append(perSecond, r.perSecond), append(cpu, r.cpuMs)
		bytes, peak = append(bytes, r.bytes), append(peak, r.peak)
	}
	return []Row{
		higher("ingest_memories_per_s", "memories/s", 1000, perSecond...),
		higher("ingest_tokens_per_s", "tokens/s", noGoal, scaled(perSecond, tokens)...),
		higher("ingest_tokens_per_memory", "tokens", noGoal, tokens),
		lower("ingest_cpu_ms_per_memory", "ms", noGoal, cpu...),
		lower("bytes_per_memory", "B", 12288, bytes...),
		lower("peak_memory_mib", "MiB", noGoal, peak...),
	}, nil
}

func (b *bench) ingestOnce(ctx context.Context, file string, n int) (*ingested, error) {
	data := b.newStore("ingest")
	defer os.RemoveAll(data)
	e, err := b.child(ctx, "ingest", "--data", data, "--json", file)
	if err != nil {
		return nil, err
	}
	var report struct {
		Stored    int
		PerSecond float64 `json:"memories_per_s"`
	}
	if err := json.Unmarshal(e.stdout, &report); err != nil {
		return nil, fmt.Errorf("read report of ingest: %w", err)
	}
	if report.Stored != n {
		return nil, fmt.Errorf("ingest stored %d of %d memories", report.Stored, n)
	}
	size, err := folderBytes(data)
	if err != nil {
		return nil, err
	}
	return &ingested{report.PerSecond, e.cpu.Seconds() * 1000 / float64(n), float64(size) / float64(n), e.peakMiB}, nil
}

func writeLines(path string, texts []string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	for _, t := range texts {
		line, err := json.Marshal(map[string]string{"content": t})
		if err != nil {
			return err
		}
		w.Write(append(line, '\n')) // its error is Flush's
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// wordPieces is the mean number of tokens of a text by the tokenizer of E1.
func wordPieces(texts []string) (float64, error) {
	l, err := openTokenizers()
	if err != nil {
		return 0, err
	}
	m, ok := l.manifest.Model(models.Semantic)
	if !ok {
		return 0, fmt.Errorf("%s has no model of %v", l.manifest.Dir, models.Semantic)
	}
	return meanTokens(l.tokenise(texts), m.Tokenizer), nil
}

// folderBytes is the length of all files below a folder.
func folderBytes(dir string) (n int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	return n, err
}
