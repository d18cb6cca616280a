package suite

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// Everything requests all parts of a memory.
var Everything = store.Parts{Content: true, Spaces: models.All}

var start = time.Date(2024, 3, 1, 12, 0, 0, 123456789, time.UTC)

// ID returns the n-th id, a UUIDv7 in the order of n.
func ID(n int) store.ID {
	var id store.ID
	binary.BigEndian.PutUint64(id[:], uint64(start.UnixMilli()+int64(n))<<16)
	id[6] = 0x70
	id[8] = 0x80
	binary.BigEndian.PutUint32(id[12:], uint32(n))
	return uuid.UUID(id)
}

// Sample returns the n-th memory, which is always the same: every field is set, all spaces have
// values.
func Sample(n int) *store.Memory {
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	content := fmt.Sprintf("Note %d: the deploy of service %d failed because its certificate ran out.", n, rng.IntN(90))
	m := &store.Memory{
		ID: ID(n), Version: 1, Namespace: "work", Content: content, Rationale: fmt.Sprintf("seen in incident %d", n),
		Modality: "text", Importance: float64(n%11) / 10, Tags: []string{"deploy", fmt.Sprint("team-", n%7)},
		Time: start.Add(time.Duration(n) * time.Minute), Created: start.Add(time.Hour), Updated: start.Add(2 * time.Hour),
		SessionID: fmt.Sprint("session-", n%3), Source: "notes.md", TextHash: sha256.Sum256([]byte(content)), Profile: "compact",
	}
	m.UTL = store.UTL{Measured: true, LearningScore: rng.Float32(), Entropy: rng.Float32(), Coherence: rng.Float32(), Surprise: rng.Float32()}
	for s := range models.Count {
		m.ModelHashes[s] = sha256.Sum256([]byte{byte(s)})
		m.Tokens[s] = uint32(10 + n%300)
		m.Purpose[s] = rng.Float32()
		m.Johari[s] = uint8(rng.IntN(5))
		m.UTL.Distance[s] = rng.Float32()
	}
	m.UTL.Distance[models.Entity] = float32(math.NaN())
	m.Record = Record(rng, 12)
	return m
}

// Record returns a random packed value in every stored space, for a text of this many tokens.
func Record(rng *rand.Rand, tokens int) (r fingerprint.Record) {
	for _, s := range models.All.Without(models.OfOrigin(models.FromTime)).Spaces() {
		p, err := fingerprint.Pack(s, value(rng, s.Info(), tokens))
		if err != nil {
			panic(err) // the samples are built in this package
		}
		r[s] = p
	}
	return r
}

func value(rng *rand.Rand, info models.Info, tokens int) (v fingerprint.Value) {
	switch info.Kind {
	case models.Dense:
		v.Dense = unit(rng, info.Width)
	case models.Pair:
		v.Dense = append(unit(rng, info.Width), unit(rng, info.Width)...)
	case models.Terms:
		for id := rng.IntN(500); id < info.Width; id += 1 + rng.IntN(1000) {
			v.Terms = append(v.Terms, fingerprint.TermWeight{ID: uint16(id), Weight: .01 + rng.Float32()})
		}
	case models.Binary:
		v.Bits = make([]uint64, (info.Width+63)/64)
		for i := range v.Bits {
			v.Bits[i] = rng.Uint64()
		}
		v.Bits[len(v.Bits)-1] >>= len(v.Bits)*64 - info.Width
	case models.Tokens:
		for range tokens {
			v.Vectors = append(v.Vectors, unit(rng, info.Width)...)
		}
	}
	return v
}

func unit(rng *rand.Rand, width int) []float32 {
	out := make([]float32, width)
	var sum float64
	for i := range out {
		out[i] = rng.Float32() - .5
		sum += float64(out[i]) * float64(out[i])
	}
	for i := range out {
		out[i] /= float32(math.Sqrt(sum))
	}
	return out
}

// Remember returns the command that stores m.
func Remember(m *store.Memory) store.Command {
	return store.Command{Op: store.OpRemember, ID: m.ID, Memory: m, At: m.Created}
}

// Purge returns the command that removes the memory up to a version; 0 means the stored one.
func Purge(id store.ID, version uint64) store.Command {
	return store.Command{Op: store.OpPurge, ID: id, Version: version, At: later}
}

// Difference describes how two memories differ, "" if they do not. NaN equals NaN here.
func Difference(got, want *store.Memory) string {
	a, b := *got, *want
	for i := range models.Count {
		matchNaN(&a.UTL.Distance[i], &b.UTL.Distance[i])
		matchNaN(&a.Purpose[i], &b.Purpose[i])
	}
	return firstDifference(a, b)
}

// matchNaN sets both to zero if both are NaN.
func matchNaN(x, y *float32) {
	if *x != *x && *y != *y {
		*x, *y = 0, 0
	}
}
