package relevance

import (
	"math"
	"slices"
	"strings"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"

	"pgregory.net/rapid"
)

// plain is a tokenizer that gives each word of letters a to z an id of its own, and does not know other words.
type plain struct{ words map[string]int32 }

func (p *plain) Encode(dst []int32, text string) []int32 {
	for _, raw := range split(text) {
		w := strings.ToLower(raw.text)
		id, ok := p.words[w]
		if !ok {
			id = int32(len(p.words))
			p.words[w] = id
		}
		dst = append(dst, id)
	}
	return dst
}

func (p *plain) Token(id int32) string {
	for w, i := range p.words {
		if i == id && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789") == "" {
			return w
		}
	}
	return unknownToken
}

// prepared returns a question whose words have weight 1 each.
func prepared(text string, scanned int) *Question {
	t := &plain{map[string]int32{}}
	var values fingerprint.Fingerprint
	for _, id := range t.Encode(nil, text) {
		if t.Token(id) != unknownToken && !slices.ContainsFunc(values[models.Sparse].Terms, func(w fingerprint.TermWeight) bool { return int32(w.ID) == id }) {
			values[models.Sparse].Terms = append(values[models.Sparse].Terms, fingerprint.TermWeight{ID: uint16(id), Weight: 1})
		}
	}
	return Prepare(text, &values, t, scanned)
}

// hit returns a hit with these scores.
func hit(text string, cosine, standard float64) *Hit {
	h := &Hit{Text: text}
	for s := range h.Similarity {
		h.Similarity[s], h.Standard[s] = cosine, standard
	}
	return h
}

func TestWordsThatAreHeld(t *testing.T) {
	for _, c := range []struct {
		question, text string
		cover, lacking float64
	}{
		{"restarting the workers", "Restart a worker by hand", 2.0 / 3, 0},
		{"error E42", "Error E42 means that the paper is wound wrongly", 1, 0},
		{"error E42", "Error E43 means that the paper is wound wrongly", .5, 1},
		{"who is Priya", "priya reads on Thursdays", 1.0 / 3, 0},
		{"", "anything", 0, 0},
		{"anything", "", 0, 0},
	} {
		got := prepared(c.question, 40).Features(hit(c.text, 0, 0))
		if math.Abs(got[0]-c.cover) > 1e-9 || got[8] != c.lacking {
			t.Errorf("%q in %q: cover %.3f, lacking %v; want %.3f, %v", c.question, c.text, got[0], got[8], c.cover, c.lacking)
		}
	}
}

// The models have similar vectors for any two texts that they cannot read, so only the same letters count.
func TestUnreadLanguages(t *testing.T) {
	for _, c := range []struct{ question, same, other string }{
		{"Где лежит ключ от склада?", "ключ от склада лежит где всегда", "Завтра будет дождь"},
		{"결제 서버는 어디에 있나요", "결제 서버는 어디에 있나요 물었다", "내일 비가 옵니다"},
		{"倉庫の鍵はどこ", "倉庫の鍵はどこにある", "明日雨降"},
		{"מפתח המחסן", "מפתח המחסן אצל דנה", "מחר ירד גשם"},
		{"กุญแจโกดังอยู่ที่ไหน", "กุญแจโกดังอยู่ที่ไหน อยู่ที่ร้าน", "ฝนตก"},
	} {
		q := prepared(c.question, 40)
		if q.Unread() < MostlyUnread {
			t.Errorf("%q: unread %.2f", c.question, q.Unread())
		}
		same, other := q.Chance(hit(c.same, .9, 5)), q.Chance(hit(c.other, .9, 5))
		if other > .02 || same < 10*other || same < Weak {
			t.Errorf("%q: the same letters have a chance of %.3f, others of %.3f", c.question, same, other)
		}
	}
	if u := prepared("where is the key of the warehouse", 40).Unread(); u != 0 {
		t.Errorf("plain English is unread by %.2f", u)
	}
}

// More in common never lowers the chance.
func TestChanceGrowsWithWhatIsInCommon(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := make([]float64, len(Known))
		for i := range f {
			f[i] = rapid.Float64Range(-3, 8).Draw(t, Known[i].Name)
		}
		i := rapid.IntRange(0, len(Known)-1).Draw(t, "feature")
		before := Shipped.Chance(f)
		f[i] += rapid.Float64Range(0, 4).Draw(t, "more")
		after := Shipped.Chance(f)
		if before < 0 || before > 1 || after < 0 || after > 1 {
			t.Fatalf("chances %v and %v", before, after)
		}
		if float64(Known[i].Sign)*(after-before) < -1e-12 {
			t.Fatalf("more %q moves the chance from %v to %v", Known[i].Name, before, after)
		}
	})
}

// An additional word of the question in the text, and greater similarities, never lower the chance.
func TestMoreOfTheQuestionIsNoLess(t *testing.T) {
	words := strings.Fields("which team keeps the spare label printer of depot seven")
	rapid.Check(t, func(t *rapid.T) {
		q := prepared(strings.Join(words, " "), rapid.IntRange(1, 1e6).Draw(t, "scanned"))
		some := rapid.SliceOfN(rapid.SampledFrom(words), 0, 6).Draw(t, "some")
		more := append(slices.Clone(some), rapid.SampledFrom(words).Draw(t, "one"))
		c, z := rapid.Float64Range(-.2, .9).Draw(t, "cosine"), rapid.Float64Range(-3, 9).Draw(t, "standard")
		less, greater := q.Chance(hit(strings.Join(some, " "), c, z)), q.Chance(hit(strings.Join(more, " "), c, z))
		if greater < less-1e-12 {
			t.Fatalf("%v has %v, %v has %v", some, less, more, greater)
		}
		if near := q.Chance(hit(strings.Join(some, " "), c+.1, z+.5)); near < less-1e-12 {
			t.Fatalf("nearer has %v, farther %v", near, less)
		}
	})
}

func TestPlaces(t *testing.T) {
	got := Places([]float64{5, 4, 4, 1})
	want := []Place{{0, 1, 1.5}, {1, 0, .5}, {1, 3, .5}, {4, 0, -2.5}}
	if !slices.Equal(got, want) {
		t.Errorf("places %v, want %v", got, want)
	}
	if got := Places(nil); len(got) != 0 {
		t.Errorf("places of nothing: %v", got)
	}
}

func TestWeightsThatDoNotFit(t *testing.T) {
	for _, bad := range []string{"", "{}", `{"features":["cover"],"weights":[1]}`, strings.Replace(string(weights), `"slope": `, `"slope": -`, 1)} {
		if _, err := Parse([]byte(bad)); err == nil {
			t.Errorf("%.60q was taken", bad)
		}
	}
}

// FuzzChance checks that the chance is from 0 to 1 for every question and text.
func FuzzChance(f *testing.F) {
	f.Add("who leads the routing team?", "Mara leads the routing team", .5, 3.0, 40)
	f.Add("ключ \xff 鍵", "\x00", math.Inf(1), math.NaN(), -1)
	f.Add("E_QUOKKA_42", strings.Repeat("a ", 300), -9.0, math.Inf(-1), 1<<40)
	f.Fuzz(func(t *testing.T, question, text string, cosine, standard float64, scanned int) {
		q := prepared(question, scanned)
		if u := q.Unread(); !(u >= 0 && u <= 1) {
			t.Errorf("unread %v", u)
		}
		if p := q.Chance(hit(text, cosine, standard)); !(p >= 0 && p <= 1) {
			t.Errorf("chance %v", p)
		}
	})
}

// BenchmarkChance judges ten hits of sixty words, as an answer has them.
func BenchmarkChance(b *testing.B) {
	text := strings.Repeat("the nightly import failed because the disk of a worker was full. ", 5)
	q := prepared("why did the nightly import fail on worker 3?", 100_000)
	for b.Loop() {
		for range 10 {
			q.Chance(hit(text, .4, 3))
		}
	}
}

// TestWhereHighChancesAreShown: a copy of an English question gets more than .5. A long text and a question with words that the models cannot read do not, however similar the hit is.
func TestWhereHighChancesAreShown(t *testing.T) {
	long := "checkout"
	for i := range 30 {
		long += " timeout" + string(rune('a'+i%26)) + string(rune('a'+i/26))
	}
	for text, high := range map[string]bool{
		"why did the nightly import fail": true,
		long:                              false,
		"why did the nightly インポート fail": false,
		"ночной импорт сломался":         false,
	} {
		h := hit(text, .9, 6)
		h.Place = Place{Ahead: 2, Apart: 2}
		got := prepared(text, 35).Chance(h)
		if (got > mostElsewhere) != high || got > Most {
			t.Errorf("%q: %.3f, above %v: want %v", text, got, mostElsewhere, high)
		}
	}
}
