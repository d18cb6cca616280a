package metautl

import (
	"bytes"
	"context"
	"encoding/hex"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"asterism/models"

	"github.com/google/uuid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// goldenHead and the rest are records whose bytes must not change within a version.
var goldenHead = head{Enabled: 1, Low: 1, LowCycles: 3, Escalations: 2, Adjustments: 70, Cycles: 80, Base: .7, Shift: -.125, LastAdjustment: 1_772_625_600_000_000_000,
	Outcomes: 5, Formerly: 6, Events: 7, Thinned: 1_772_622_000_000_000_000, History: ring{Count: 2, Values: [window]float32{.5, .75}}}

func goldenAnswer() *answer {
	a := Answer{ID: uuid.MustParse("0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6072"), Domain: "code", Auto: evenly(models.Semantic, models.Splade)}
	for i := range 2 {
		h := AnswerHit{Useful: math.NaN()}
		for s := range h.Standard {
			h.Standard[s] = math.NaN()
		}
		h.Standard[models.Splade] = 1.5 + float64(i)
		a.Hits = append(a.Hits, h)
	}
	a.Hits[1].Useful = .75
	return recordOfAnswer(&a)
}

// ones returns factors of 1, except for E1.
func ones(first float64) (f factors) {
	for s := range f {
		f[s] = 1
	}
	f[models.Semantic] = first
	return f
}

func goldenLines() string {
	var b bytes.Buffer
	line := func(name string, bytes []byte) { b.WriteString("# " + name + "\n" + hex.EncodeToString(bytes) + "\n") }
	var errors block
	errors[models.HDC] = ring{Count: 1, Values: [window]float32{-.25}}
	event := recordOf(&Event{At: noon, Type: AccuracyAlert, Error: .25, Before: pair(.5), After: pair(.375), Accuracy: .625, Escalated: true, Domain: "legal", Space: NoSpace, Stands: 12}, noon.UnixNano()+1)
	line("head", encode(&goldenHead))
	line("block", encode(&errors))
	line("outcome", encode(&outcome{Entropy: .5, Coherence: .75, Importance: .375, Actual: .25, Domain: 6}))
	line("help", encode(&help{Day: 20_514, Counts: [2][2]uint32{{1, 2}, {3, 4}}}))
	line("event", encode(&event))
	line("answer", encode(goldenAnswer()))
	line("weights", encode(&weights{Answers: 12, Outcomes: 120, Learned: 100, Resets: 1, Models: [32]byte{7}, Of: [1 + domainCount]learned{1: {At: 1_772_625_600_000_000_000, Answers: 20,
		Gain: .125, Spread: .03125, Used: ones(2), Earlier: ones(.5)}}}))
	line("key", numbered(eventPrefix, 258))
	return b.String()
}

func TestRecordsKeepTheirBytes(t *testing.T) {
	const file = "testdata/records-1.txt"
	got := goldenLines()
	if *update {
		must(t, os.MkdirAll("testdata", 0o755))
		must(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the format has changed; a new version is needed:\n%s\nwant\n%s", got, want)
	}
}

func TestNewerVersionsAreRefused(t *testing.T) {
	b := encode(&goldenHead)
	b[0] = 2
	if _, err := decode[head](b); err == nil || !strings.Contains(err.Error(), "version 2 is newer") {
		t.Errorf("got %v", err)
	}
}

// back decodes bytes and encodes the result; nil if decode refuses them.
func back[T stored](b []byte) []byte {
	v, err := decode[T](b)
	if err != nil {
		return nil
	}
	return encode(&v)
}

// FuzzRecords: bytes that are accepted equal those that encode would write.
func FuzzRecords(f *testing.F) {
	lines := strings.Split(goldenLines(), "\n")
	for i := range 7 {
		b, err := hex.DecodeString(lines[2*i+1])
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), b)
	}
	readers := []func([]byte) []byte{back[head], back[block], back[outcome], back[help], back[eventRecord], back[answer], back[weights]}
	f.Fuzz(func(t *testing.T, kind uint8, b []byte) {
		if got := readers[int(kind)%len(readers)](b); got != nil && !bytes.Equal(got, b) {
			t.Errorf("%x was read and written as %x", b, got)
		}
		if e, err := decode[eventRecord](b); err == nil {
			ev := e.event()
			if again := recordOf(&ev, e.Place); !bytes.Equal(encode(&again), b) {
				t.Errorf("event %+v became %+v", e, again)
			}
		}
	})
}

func FuzzImport(f *testing.F) {
	s := newService(f)
	c := cycleAt(noon, .9, .1, models.Semantic)
	c.Outcome = &Outcome{Entropy: .5, Coherence: .5, Importance: .5, Actual: 1}
	c.Answers = []Answer{teach(rand.New(rand.NewPCG(1, 1)), 0, "legal", models.Splade)}
	must(f, s.Record(context.Background(), c))
	whole := s.bytes(f)
	f.Add([]byte(whole))
	f.Add([]byte(whole[:len(whole)-1]))
	f.Add([]byte(newService(f).bytes(f)))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := newService(t)
		before := s.bytes(t)
		if err := s.Import(context.Background(), bytes.NewReader(b)); err != nil {
			if s.bytes(t) != before {
				t.Error("a refused import changed something")
			}
			return
		}
		if s.bytes(t) != string(b) {
			t.Error("what was imported is not what is exported")
		}
	})
}

func TestImport(t *testing.T) {
	s := newService(t)
	fill(t, s, 120)
	export := s.bytes(t)
	other := newService(t)
	fill(t, other, 400)
	must(t, other.Import(context.Background(), strings.NewReader(export)))
	sameServices(t, s, other)
	predict(t, other, 3, .5) // the service still works
	must(t, other.Import(context.Background(), strings.NewReader(newService(t).bytes(t))))
	sameServices(t, newService(t), other)
	for at := range len(export) {
		if at%97 != 0 && at < len(export)-40 {
			continue
		}
		damaged := []byte(export)
		damaged[at] ^= 4
		if err := other.Import(context.Background(), bytes.NewReader(damaged)); err == nil {
			t.Fatalf("an export with byte %d changed was taken in", at)
		}
	}
	if err := other.Import(context.Background(), strings.NewReader(export+"x")); err == nil {
		t.Error("an export with something behind it was taken in")
	}
}

func TestDamagedShelvesAreToldOf(t *testing.T) {
	for key, value := range map[string][]byte{
		headKey:                          {1, 2},
		prefix + "nonsense":              {1},
		blockPrefix + "\x09":             encode(&block{}),
		string(numbered(eventPrefix, 9)): {0},
		string(numbered(outcomePrefix, outcomeWindow)): encode(&outcome{}),
		string(numbered(outcomePrefix, 500)):           encode(&outcome{}),
		string(numbered(helpPrefix, 77)):               encode(&help{Day: 1}),
		string(numbered(helpPrefix, helpDays)):         encode(&help{Day: helpDays}),
		string(numbered(answerPrefix, answerWindow)):   encode(goldenAnswer()),
		string(numbered(answerPrefix, 5)):              encode(goldenAnswer()),
		string(numbered(answerPrefix, 1)):              encode(recordOfAnswer(&Answer{ID: uuid.UUID{7: 1}})), // the first answer's key
		weightsKey:                                     encode(&weights{Answers: 1}),
	} {
		s := newService(t)
		fill(t, s, 10)
		must(t, s.shelves.Put(context.Background(), entry([]byte(key), value)))
		if _, err := Open(context.Background(), s.shelves, Settings{}); err == nil {
			t.Errorf("%q: opened", key)
		}
	}
}
