package main

import (
	"fmt"

	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/fault"
)

func (g *globals) storeFinding(s *engine.Status, dir string) finding {
	if dir != g.Data {
		return finding{Part: "store", OK: true, Words: []string{g.Data + " holds no store yet; the first memory makes one there"}}
	}
	i := s.Store
	out := finding{Part: "store", OK: true, Words: []string{
		fmt.Sprintf("%s: format %d, %s in %s, %.1f MiB on disk", g.Data, i.Format, words.Memories(i.Live()), words.Count(len(i.Namespaces), "namespace"), float64(i.DiskBytes)/(1<<20)),
		indexWords(s),
		fmt.Sprintf("RocksDB holds %.1f MiB in caches and buffers", float64(i.CacheBytes+i.MemBytes)/(1<<20)),
	}}
	if refused := refusedFinding(i.Refuses); !refused.OK {
		out.OK, out.Words, out.WayOut = false, append(out.Words, refused.Words...), refused.WayOut
	}
	if words := s.Unread.Words(); words != "" {
		out.OK, out.Words, out.WayOut = false, append(out.Words, words), fault.DamageHint
	}
	return out
}

// refusedFinding reports why new memories cannot be stored, if so.
func refusedFinding(why string) finding {
	if why == "" {
		return finding{Part: "store", OK: true, Words: []string{"new memories can be stored"}}
	}
	return finding{Part: "store", Words: []string{"nothing new can be stored: " + why}, WayOut: "free space on the disk of the store, or move the store with --data; lists and searches work"}
}

// indexWords says what the search index holds in memory.
func indexWords(s *engine.Status) string {
	held := fmt.Sprintf("search holds %s in %.1f MiB", words.Memories(s.Indexed), float64(s.IndexMem)/(1<<20))
	if s.IndexMax > 0 {
		held += fmt.Sprintf(" of at most %.1f (--index-memory)", float64(s.IndexMax)/(1<<20))
	}
	if s.Cold > 0 {
		held += fmt.Sprintf("; of %d of them only codes, words and times, their vectors are read from disk", s.Cold)
	}
	return held
}
