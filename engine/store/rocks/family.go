package rocks

import (
	"strings"

	"asterism/engine/store"
	"asterism/models"

	"github.com/linxGnu/grocksdb"
)

// family is a column family: a separate key space with separate files.
type family int

// The families. RocksDB insists on one named default; it stays empty.
const (
	famDefault    family = iota
	famMemories          // id → header
	famContent           // id → content and rationale
	famTimeline          // namespace, time, id → nothing
	famHashes            // text hash, namespace, id → nothing
	famEdges             // direction, id, kind, other id → weight and time
	famForgotten         // time of the soft forget, id → nothing
	famTombstones        // id → version and time of the purge
	famSystem            // format, models, counts, purges to scrub, renewal
	famGoals             // these four are shelves: keys and values belong to those who use them
	famHistory
	famUndo
	famState
	famRenewed // id → changes to a memory's header when a renewal ends
	famSpaces  // the first of two families for each kept space: id → packed value
)

// keptSpaces are the spaces that have a family; the others are computed from the time when read.
var keptSpaces = store.KeptSpaces

// families lists the names, in the order of the constants; sideFamily says which families belong to a space. A space has two sides: one
// holds its values, the other collects those of a renewal. The layout says which is which.
var families, sideFamily = nameFamilies()

func nameFamilies() (names []string, of [2][models.Count]family) {
	names = []string{"default", "memories", "content", "timeline", "hashes", "edges", "forgotten", "tombstones", "system", "goals", "history", "undo", "state", "renewed"}
	for side, suffix := range []string{"", "b"} {
		for _, s := range keptSpaces.Spaces() {
			of[side][s] = family(len(names))
			names = append(names, strings.ToLower(s.Code())+suffix)
		}
	}
	return names, of
}

func (f family) String() string { return families[f] }

// tune sets the options that differ between families: text compresses well with zstd, quantised vectors do not compress, the rest is
// small.
func (f family) tune(o *grocksdb.Options) {
	switch {
	case f == famContent:
		o.SetCompression(grocksdb.ZSTDCompression)
	case f >= famSpaces:
		o.SetCompression(grocksdb.NoCompression)
	default:
		o.SetCompression(grocksdb.LZ4Compression)
	}
}
