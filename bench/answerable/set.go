package answerable

import (
	"encoding/binary"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Doc is a text of a set, embedded.
type Doc struct {
	Text    string
	Session string    // "": of none
	Time    time.Time // zero: unknown
	Record  fingerprint.Record
}

// Question is a question of a set, embedded and weighed as the engine does it.
type Question struct {
	Text     string
	Relevant map[int]bool // places of the documents that answer it
	Self     int          // the document that it was made of, which is left out of its stores; −1: none
	Weights  [models.Count]float64
	Values   fingerprint.Fingerprint
}

// Set is a collection of documents, and questions that some of them answer.
type Set struct {
	Name      string
	Docs      []Doc
	Questions []Question
}

// idAt is the id of a document by its place among all that are stored.
func idAt(place int) (id store.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(place)+1) // an id of zeros is none
	return id
}

func placeOf(id store.ID) int { return int(binary.BigEndian.Uint64(id[8:])) - 1 }
