package mixture

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

// fakeBase has random values instead of real ones: what mixing does with them can then be worked out.
func fakeBase(n int) *Base {
	r := rand.New(rand.NewPCG(11, 12))
	b := &Base{}
	for range n {
		b.Texts = append(b.Texts, "a text")
		b.Records = append(b.Records, suite.Record(r, 12))
	}
	return b
}

func TestMixturesAreWholeAndAlwaysTheSame(t *testing.T) {
	m := New(fakeBase(50))
	again := New(fakeBase(50))
	ix := search.New(Tokens{m.Base})
	for n := range 200 {
		a, err := m.Memory(n)
		if err != nil {
			t.Fatal(err)
		}
		b, err := again.Memory(n)
		if err != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("mixture %d is another one the second time, error %v", n, err)
		}
		for s := range a.Record {
			if err := a.Record[s].Check(models.Space(s)); err != nil {
				t.Errorf("mixture %d: %v", n, err)
			}
		}
		if age := AsOf.Sub(a.Time); age < 0 || age > twoYears {
			t.Errorf("mixture %d is %v old", n, age)
		}
		if tokens := m.Base.Records[FirstParentOf(a.ID)][models.LateInteraction].Scales; len(tokens) == 0 || int(a.Tokens[models.LateInteraction]) != len(tokens) {
			t.Errorf("mixture %d says that it has %d tokens, its first parent has %d", n, a.Tokens[models.LateInteraction], len(tokens))
		}
		if NumberOf(a.ID) != n || a.ID.Version() != 7 {
			t.Errorf("id %s of mixture %d reads back as %d, version %d", a.ID, n, NumberOf(a.ID), a.ID.Version())
		}
		if err := ix.Add(a); err != nil {
			t.Error(err)
		}
	}
	if ix.Len() != 200 {
		t.Errorf("%d of 200 mixtures are there: ids repeat", ix.Len())
	}
}

func TestSharesSumToOneAndTheFirstLeads(t *testing.T) {
	m := New(fakeBase(50))
	r := rand.New(rand.NewPCG(1, 1))
	threes := 0
	for range 1000 {
		from := m.parents(r)
		sum := 0.0
		for _, p := range from {
			sum += p.share
		}
		if math.Abs(sum-1) > 1e-12 || from[0].share < leastShare || from[0].share > mostShare || len(from) > 3 {
			t.Fatalf("parents %+v", from)
		}
		if len(from) == 3 {
			threes++
		}
	}
	if threes < 400 || threes > 600 {
		t.Errorf("%d of 1000 mixtures have three parents, want about half", threes)
	}
}

// TestDenseMixtureIsItsFormula works the mixture out in float64, step by step as the formula is written.
func TestDenseMixtureIsItsFormula(t *testing.T) {
	m := New(fakeBase(30))
	from := []parent{{3, 0.64}, {7, 0.2}, {11, 0.16}}
	for _, s := range denseSpaces() {
		got := m.dense(s, from)
		want := make([]float64, len(got))
		for j := range want {
			mean := float64(m.means[s][j])
			want[j] = mean
			for _, p := range from {
				want[j] += math.Sqrt(p.share) * (float64(fingerprint.Unpack(s, &m.Base.Records[p.number][s]).Dense[j]) - mean)
			}
		}
		width := s.Info().Width
		for at := 0; at < len(want); at += width {
			length := 0.0
			for _, x := range want[at : at+width] {
				length += x * x
			}
			for j := at; j < at+width; j++ {
				if d := math.Abs(want[j]/math.Sqrt(length) - float64(got[j])); d > 1e-5 {
					t.Fatalf("%v: number %d is off by %v", s, j, d)
				}
			}
		}
	}
}

func TestMeanIsTheMean(t *testing.T) {
	b := fakeBase(20)
	b.Records[4][models.Code] = fingerprint.Packed{} // absent: counts for nothing
	got := meanOf(b.Records, models.Code)
	sum, n := 0.0, 0.0
	for i := range b.Records {
		if v := fingerprint.Unpack(models.Code, &b.Records[i][models.Code]).Dense; v != nil {
			sum, n = sum+float64(v[9]), n+1
		}
	}
	if n != 19 || math.Abs(sum/n-float64(got[9])) > 1e-7 {
		t.Errorf("mean of number 9 is %v, want %v of %v", got[9], sum/n, n)
	}
}

// TestWordsComeByTheShares: over many mixtures of the same parents each gives its share of terms and of bits.
func TestWordsComeByTheShares(t *testing.T) {
	m := New(fakeBase(10))
	from := []parent{{0, 0.6}, {1, 0.25}, {2, 0.15}}
	r := rand.New(rand.NewPCG(5, 6))
	const rounds = 300
	var agree, terms [3]float64
	for range rounds {
		mixed := m.bits(r, models.HDC, from)
		words := m.terms(r, models.Sparse, from)
		for i, p := range from {
			for j, w := range m.Base.Records[p.number][models.HDC].Bits {
				agree[i] += float64(64 - bits.OnesCount64(w^mixed[j]))
			}
			own := m.Base.Records[p.number][models.Sparse].Terms
			for _, w := range own {
				if slices.Contains(words, w) {
					terms[i] += 1 / float64(len(own))
				}
			}
		}
	}
	for i, p := range from {
		total := float64(64 * len(m.Base.Records[0][models.HDC].Bits))
		want := p.share + (1-p.share)/2 // what comes from another parent agrees by chance
		if got := agree[i] / rounds / total; math.Abs(got-want) > 0.02 {
			t.Errorf("parent %d: %.3f of the bits agree, want about %.3f", i, got, want)
		}
		if got := terms[i] / rounds; math.Abs(got-p.share) > 0.04 {
			t.Errorf("parent %d: %.3f of the terms are there, want about %.3f", i, got, p.share)
		}
	}
}

func TestRandomMaskHasItsChance(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for sixteenths := range 17 {
		set := 0
		for range 2000 {
			set += bits.OnesCount64(randomMask(r, sixteenths))
		}
		if got, want := float64(set)/2000/64, float64(sixteenths)/16; math.Abs(got-want) > 0.01 {
			t.Errorf("%d sixteenths: %.4f of the bits are set, want %.4f", sixteenths, got, want)
		}
	}
}

func TestTokensAreTheFirstParents(t *testing.T) {
	b := fakeBase(5)
	got, err := Tokens{b}.TokenVectors(t.Context(), []store.ID{IDOf(77, 3, AsOf), IDOf(78, 0, AsOf)})
	if err != nil || !reflect.DeepEqual(got[0], b.Records[3][models.LateInteraction]) || !reflect.DeepEqual(got[1], b.Records[0][models.LateInteraction]) {
		t.Errorf("got other tokens, error %v", err)
	}
	if _, err := (Tokens{b}).TokenVectors(t.Context(), []store.ID{IDOf(1, 5, AsOf)}); err == nil || !strings.Contains(err.Error(), "first parent 5") {
		t.Errorf("error %v does not name the parent that is not there", err)
	}
}

// TestVectorsAreMadeAgain: what an index reads for a cold memory is what it was filled with.
func TestVectorsAreMadeAgain(t *testing.T) {
	m := New(fakeBase(20))
	var want []fingerprint.Record
	var ids []store.ID
	for _, n := range []int{7, 1_000_003, 9_999_999} {
		memory, err := m.Memory(n)
		if err != nil {
			t.Fatal(err)
		}
		ids, want = append(ids, memory.ID), append(want, memory.Record)
	}
	got, err := m.Vectors(t.Context(), ids, models.All)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("records that were made again differ, error %v", err)
	}
}
