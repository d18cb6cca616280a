package rocks

import (
	"strings"

	"asterism/models"

	"github.com/linxGnu/grocksdb"
)

// family is a column family: a key space of its own with its own files.
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
	famSystem            // format, models, counts, purges to scrub
	famGoals             // these four are shelves: keys and values belong to those who use them
	famHistory
	famUndo
	famState
	famSpaces // the first of one family for each kept space: id → packed value
)

// keptSpaces are the spaces that have a family; the others are computed from the time when read.
var keptSpaces = models.All.Without(models.OfOrigin(models.FromTime))

// families lists the names, in the order of the constants; spaceFamily says which is a space's.
var families, spaceFamily = nameFamilies()

func nameFamilies() (names []string, of [models.Count]family) {
	names = []string{"default", "memories", "content", "timeline", "hashes", "edges", "forgotten", "tombstones", "system", "goals", "history", "undo", "state"}
	for _, s := range keptSpaces.Spaces() {
		of[s] = family(len(names))
		names = append(names, strings.ToLower(s.Code()))
	}
	return names, of
}

func (f family) String() string { return families[f] }

// tune sets what differs between the families: text is worth zstd, quantised vectors do not shrink, the rest is small.
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
