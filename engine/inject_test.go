package engine

import (
	"context"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"
)

// inject stores a note and checks what holds for every answer.
func inject(t *testing.T, e *Engine, n Note) *Remembered {
	t.Helper()
	r, err := e.Inject(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []float32{r.UTL.LearningScore, r.UTL.Entropy, r.UTL.Coherence, r.UTL.Surprise} {
		if !(v >= 0 && v <= 1) {
			t.Fatalf("%q: %+v is not within [0,1]", n.Content, r.UTL)
		}
	}
	return r
}

// utlLines are the lines of a text file in testdata/utl.
func utlLines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/utl/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// openProject returns an engine with the forty notes on a ferry's booking system, injected one after the other.
func openProject(t *testing.T) (*Engine, []string) {
	e := open(t, "")
	notes := utlLines(t, "project.txt")
	for i, text := range notes {
		r := inject(t, e, Note{Content: text, Rationale: "how the booking system works", SessionID: "build"})
		if i == 0 && (r.UTL.Entropy != 1 || r.UTL.Coherence != 0.1) {
			t.Errorf("empty store: %+v, want entropy 1 and coherence .1", r.UTL)
		}
	}
	return e, notes
}

// probe injects a text and forgets it again, so that the next one is only compared with the forty notes. Its measurement stays in the running
// calibration, as one more distance among forty.
func probe(t *testing.T, e *Engine, text string) *Remembered {
	t.Helper()
	r := inject(t, e, Note{Content: text, Rationale: "a probe", AllowDuplicate: true})
	if _, err := e.Forget(context.Background(), r.ID, false); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLawsOfEntropyOnRealText checks the bounds of the specification: an exact copy at most .05, unrelated text above .7, a
// paraphrase above its copy and below every unrelated text.
func TestLawsOfEntropyOnRealText(t *testing.T) {
	e, notes := openProject(t)
	unrelated, least := 0.0, float32(1)
	texts := utlLines(t, "unrelated.txt")
	for _, text := range texts {
		r := probe(t, e, text)
		if r.UTL.Entropy <= .7 || r.DuplicateOf != nil {
			t.Errorf("unrelated %q: entropy %.3f, duplicateOf %v", text, r.UTL.Entropy, r.DuplicateOf)
		}
		least = min(least, r.UTL.Entropy)
		unrelated += float64(r.UTL.Entropy) / float64(len(texts))
	}
	mean, lines := 0.0, utlLines(t, "paraphrases.tsv")
	for _, line := range lines {
		number, text, _ := strings.Cut(line, "\t")
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		copied, said := probe(t, e, notes[n-1]), probe(t, e, text)
		if copied.UTL.Entropy > .05 || copied.DuplicateOf == nil {
			t.Errorf("copy of note %d: entropy %.3f, duplicateOf %v", n, copied.UTL.Entropy, copied.DuplicateOf)
		}
		if said.UTL.Entropy <= copied.UTL.Entropy || said.UTL.Entropy >= least || said.DuplicateOf != nil {
			t.Errorf("paraphrase of note %d: entropy %.3f, copy %.3f, duplicateOf %v", n, said.UTL.Entropy, copied.UTL.Entropy, said.DuplicateOf)
		}
		mean += float64(said.UTL.Entropy) / float64(len(lines))
		t.Logf("note %d: copy %.4f, paraphrase %.3f", n, copied.UTL.Entropy, said.UTL.Entropy)
	}
	t.Logf("entropy: paraphrases %.3f on average, unrelated %.3f, at least %.3f", mean, unrelated, least)
	if mean > .6 || unrelated < .85 {
		t.Errorf("on average paraphrases have entropy %.3f and unrelated texts %.3f, want at most .6 and at least .85", mean, unrelated)
	}
}

// TestEverythingIsNewInANearlyEmptyNamespace checks that the bound on unrelated text holds from the second memory on.
func TestEverythingIsNewInANearlyEmptyNamespace(t *testing.T) {
	e := open(t, "")
	unrelated := utlLines(t, "unrelated.txt")
	for i, n := range projectNotes(t)[:10] {
		inject(t, e, n)
		if r := probe(t, e, unrelated[i]); r.UTL.Entropy <= .7 {
			t.Errorf("entropy %.3f of unrelated text after %d memories", r.UTL.Entropy, i+1)
		}
	}
}

// TestEntropyAndCoherenceOfNotesAreSpread checks that a project's notes have the usual distance on average, and are neither all the same nor at
// one end.
func TestEntropyAndCoherenceOfNotesAreSpread(t *testing.T) {
	e := open(t, "")
	var entropy, coherence []float64
	for i, n := range append(sampleNotes(t), projectNotes(t)...) {
		r := inject(t, e, n)
		if i >= 20 {
			entropy, coherence = append(entropy, float64(r.UTL.Entropy)), append(coherence, float64(r.UTL.Coherence))
		}
	}
	for _, c := range []struct {
		name              string
		got               []float64
		low, high, spread float64
	}{{"entropy", entropy, .4, .7, .15}, {"coherence", coherence, .3, .6, .07}} {
		mean, spread := moments(c.got)
		t.Logf("%s: mean %.3f, deviation %.3f, from %.3f to %.3f", c.name, mean, spread, slices.Min(c.got), slices.Max(c.got))
		if mean < c.low || mean > c.high || spread < c.spread {
			t.Errorf("%s has mean %.3f and deviation %.3f, want a mean from %v to %v and a deviation of at least %v", c.name, mean, spread, c.low, c.high, c.spread)
		}
	}
}

func projectNotes(t *testing.T) (out []Note) {
	for _, text := range utlLines(t, "project.txt") {
		out = append(out, Note{Content: text, Rationale: "how the booking system works"})
	}
	return out
}

func TestACopyTeachesLittleHoweverOftenItIsTold(t *testing.T) {
	e, notes := openProject(t)
	for range 60 {
		r := inject(t, e, Note{Content: notes[11], Rationale: "told again"})
		if r.UTL.Entropy > .05 {
			t.Fatalf("entropy %.3f of a copy", r.UTL.Entropy)
		}
	}
	if r := inject(t, e, Note{Content: utlLines(t, "unrelated.txt")[0], Rationale: "something else"}); r.UTL.Entropy <= .7 {
		t.Errorf("entropy %.3f of unrelated text after sixty copies", r.UTL.Entropy)
	}
}

// TestASessionThatWandersIsOutOfStep checks that coherence does not follow surprise there, and that a memory teaches less than in a session that
// stays with its project.
func TestASessionThatWandersIsOutOfStep(t *testing.T) {
	e, notes := openProject(t)
	stored := len(notes)
	// lost is what the phase subtracts from the last memory's score.
	lost := func(session string, texts []string) float64 {
		var u *store.UTL
		var weights utl.Lambdas
		for _, text := range texts {
			weights = e.meta.Lambdas(utl.Lifecycle(stored))
			u = inject(t, e, Note{Content: text, Rationale: "a step", SessionID: session}).UTL
			stored++
		}
		return utl.LearningScore(float64(u.Entropy), float64(u.Coherence), weights, .5, 0) - float64(u.LearningScore)
	}
	unrelated := utlLines(t, "unrelated.txt")
	wandering := lost("wandering", unrelated[:7])
	steady := lost("steady", append(slices.Clone(notes[:6]), unrelated[9]))
	t.Logf("the phase takes %.3f from the seventh memory's score in a wandering session, %.3f in a steady one", wandering, steady)
	if wandering < .05 || steady > .001 {
		t.Errorf("the phase takes %.3f in a session that has to do with nothing, want at least .05, and %.3f in one that kept to its project, want none", wandering, steady)
	}
}

// TestStateComesBackFromTheStore checks that a memory is measured the same after a restart, except for the session, which is new.
func TestStateComesBackFromTheStore(t *testing.T) {
	dir := t.TempDir()
	e := open(t, dir)
	for _, n := range projectNotes(t) {
		inject(t, e, n)
	}
	text := utlLines(t, "unrelated.txt")[2]
	before := probe(t, e, text)
	if err := e.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	e = open(t, dir)
	after := probe(t, e, text)
	if d := math.Abs(float64(before.UTL.Entropy - after.UTL.Entropy)); d > .005 {
		t.Errorf("entropy %.4f before and %.4f after a restart", before.UTL.Entropy, after.UTL.Entropy)
	}
}

func TestCoherenceRisesWhenATopicFills(t *testing.T) {
	e := open(t, "")
	topic := []string{
		"The bakery bakes sourdough bread every morning.", "Sourdough bread needs a long rest before baking.", "The baker feeds the sourdough starter with flour.",
		"Fresh bread from the bakery smells of flour.", "The bakery sells rye bread and sourdough bread.", "A hot oven gives sourdough bread a good crust.",
		"The baker kneads the bread dough by hand.", "Bread dough rises slowly in the cool bakery.", "Flour, water and salt make sourdough bread.",
		"The oven of the bakery bakes forty loaves of bread.", "The baker shapes loaves of sourdough bread.", "Bread from the bakery keeps for a week.",
	}
	var got []float32
	for _, text := range topic {
		got = append(got, inject(t, e, Note{Content: text, Rationale: "bread"}).UTL.Coherence)
	}
	early, late := (got[1]+got[2]+got[3]+got[4])/4, (got[8]+got[9]+got[10]+got[11])/4
	t.Logf("coherence: %.3f, second to fifth %.3f, last four %.3f", got, early, late)
	if got[0] != 0.1 || late < early+.1 {
		t.Errorf("coherence did not rise from .1, and by .1 from the second to fifth memory to the last four: %.3f", got)
	}
}

// TestCopiesHaveTheSameWords checks that duplicateOf names a memory with the same words, and that one with nearly the same words is named separately, with the words that differ.
func TestCopiesHaveTheSameWords(t *testing.T) {
	e := open(t, "")
	notes := projectNotes(t)
	known := remember(t, e, notes...)
	for _, c := range []struct {
		name, text     string
		copyOf, likeOf int // indexes of notes; −1: none
		differs        string
	}{
		{"the same words in another case and spacing", strings.ToUpper(notes[13].Content) + "  ", 13, -1, ""},
		{"another number", strings.Replace(notes[13].Content, "seventeen", "nineteen", 1), -1, 13, "value changed: seventeen → nineteen"},
		{"the opposite", strings.Replace(notes[36].Content, "leaves", "does not leave", 1), -1, 36, "negated: adds not"},
		{"other words for the same", "When gusts exceed 17 m/s according to the hourly forecast, we put a question mark at the sailing.", -1, -1, ""},
		{"another note on the same", "Above nine metres of swell the northern harbour is closed, whatever the wind does.", -1, -1, ""},
	} {
		r := inject(t, e, Note{Content: c.text, Rationale: "told again"})
		switch {
		case c.copyOf < 0 && r.DuplicateOf != nil:
			t.Errorf("%s: duplicate of %s, want of none", c.name, r.DuplicateOf)
		case c.copyOf >= 0 && (r.DuplicateOf == nil || *r.DuplicateOf != known[c.copyOf].ID):
			t.Errorf("%s: duplicate of %v, want of %s", c.name, r.DuplicateOf, known[c.copyOf].ID)
		case c.likeOf < 0 && r.SimilarTo != nil:
			t.Errorf("%s: similar to %+v, want to none", c.name, r.SimilarTo)
		case c.likeOf >= 0 && (r.SimilarTo == nil || r.SimilarTo.ID != known[c.likeOf].ID || r.SimilarTo.Differs != c.differs):
			t.Errorf("%s: similar to %+v, want to %s with %q", c.name, r.SimilarTo, known[c.likeOf].ID, c.differs)
		}
	}
}

// TestWhatSaysSomethingElseIsNoCopy uses pairs that E1 takes for the same, and that are not.
func TestWhatSaysSomethingElseIsNoCopy(t *testing.T) {
	for _, texts := range [][]string{
		{"The flag dark-mode is enabled.", "The flag dark-mode is not enabled."},
		{"Alice reviewed Bob", "Bob reviewed Alice"},
		{"The primary database is db-01 in Frankfurt.", "The primary database is db-02 in Frankfurt."},
		{"Ticket PAY-1041 is closed.", "Ticket PAY-1042 is closed."},
		{"The limit is 50 requests a minute.", "The limit is 300 requests a minute."},
		{"Deploys are allowed on Fridays.", "Deploys are never allowed on Fridays."},
		{"Use version 1.2.3 of the client.", "Use version 1.3.2 of the client."},
		{"The cache is cleared before the import.", "The cache is cleared after the import."},
		{"No deploy on Friday", "No, deploy on Friday"},
		{"Retry when x > 5", "Retry when x < 5"},
		{"서울은 오늘 비가 옵니다", "회의는 세 시에 시작합니다", "새 서버가 설치되었습니다"}, // Korean
		{"วันนี้ฝนตกในกรุงเทพ", "การประชุมเริ่มสามโมง", "ติดตั้งเซิร์ฟเวอร์ใหม่แล้ว"},   // Thai
		{"आज दिल्ली में बारिश है", "बैठक तीन बजे शुरू होगी", "नया सर्वर लगा दिया गया"},  // Hindi
		{"היום יורד גשם בחיפה", "הפגישה מתחילה בשלוש", "שרת חדש הותקן"},                 // Hebrew
		{"今天北京下雨", "会议三点开始", "新服务器已安装"},                                                 // Chinese
		{"اليوم تمطر في القاهرة", "يبدأ الاجتماع في الثالثة", "تم تركيب الخادم الجديد"}, // Arabic
		{"Сегодня в Москве дождь", "Встреча начинается в три", "Новый сервер установлен"},
		{"Σήμερα βρέχει στην Αθήνα", "Η συνάντηση αρχίζει στις τρεις", "Ο νέος διακομιστής εγκαταστάθηκε"},
		{"დღეს თბილისში წვიმს", "შეხვედრა სამ საათზე იწყება", "ახალი სერვერი დაყენდა"},
		{"今日は東京で雨が降る", "会議は三時に始まる", "新しいサーバーを設置した"},
	} {
		e := open(t, "")
		var before []store.ID
		for i, text := range texts {
			r := inject(t, e, Note{Content: text, Rationale: "told"})
			if r.DuplicateOf != nil {
				t.Errorf("%q is called a copy after %q", text, texts[:i])
			}
			if len(texts) > 2 && r.SimilarTo != nil {
				t.Errorf("%q is called similar after %q", text, texts[:i])
			}
			if len(texts) == 2 && i == 1 && r.SimilarTo != nil && (r.SimilarTo.ID != before[0] || !r.SimilarTo.Class.Update()) {
				t.Errorf("%q is similar to %+v, want something else about the same", text, r.SimilarTo)
			}
			before = append(before, r.ID)
		}
	}
}

func TestInjectAnswersWithSpacesAndPulse(t *testing.T) {
	e := open(t, "")
	r := inject(t, e, Note{Content: "Orders are kept in a box for ten years.", Rationale: "what the law asks"})
	if n := len(r.Spaces.Spaces()); n != models.Count {
		t.Errorf("%d spaces filled, want all", n)
	}
	if r := inject(t, e, Note{Content: "Why was that so?", Rationale: "why"}); r.Spaces != models.All.Without(models.SetOf(models.Multimodal)) {
		t.Errorf("a text without anything that can be seen has values in %v, want all but E10", r.Spaces.Spaces())
	}
	if r.Pulse == nil || r.Pulse.Entropy != 1 {
		t.Errorf("pulse %+v, want the entropy of the one memory", r.Pulse)
	}
}
