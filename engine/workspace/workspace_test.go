package workspace

import (
	"math"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/models"

	"github.com/google/uuid"
)

func ids(s Snapshot) []uuid.UUID {
	var out []uuid.UUID
	for _, m := range s.Members {
		out = append(out, m.ID)
	}
	return out
}

func TestWhatBelongsEntersAndTheTopicIsFollowed(t *testing.T) {
	w, cohort := New("n", "s", Options{}), strangers()
	about := map[uuid.UUID]int{}
	at := start
	for segment := range 3 {
		topic := newTopic(uint64(segment + 1))
		for i := range 10 {
			th := topic.thought(t, .5)
			about[th.ID] = segment
			at = at.Add(time.Minute)
			j := w.Look(th, cohort, at)
			switch {
			case i == 0 && segment > 0:
				if len(j.Entries) != 0 {
					t.Errorf("topic %d: the first memory of another topic entered: r %.2f, p %.2f", segment, j.R, j.Fit)
				}
				continue
			case i == 1 && segment > 0:
				if len(j.Entries) != 2 || len(j.Entries[0].Left) == 0 {
					t.Errorf("topic %d: the second memory did not change the topic: %+v", segment, j)
				}
			case len(j.Entries) != 1:
				t.Errorf("topic %d, memory %d did not enter: r %.2f, p %.2f", segment, i, j.R, j.Fit)
			}
			for _, id := range ids(w.Snapshot(at)) {
				if about[id] != segment {
					t.Errorf("topic %d, memory %d: a member is about %d", segment, i, about[id])
				}
			}
		}
	}
	s := w.Snapshot(at)
	if len(s.Members) != DefaultCapacity || s.Seen != 30 || !s.Active.Equal(at) || s.Capacity != DefaultCapacity {
		t.Errorf("%+v", s)
	}
	for i := 1; i < len(s.Members); i++ {
		if s.Members[i].Entered.After(s.Members[i-1].Entered) {
			t.Error("members are not newest first")
		}
	}
}

func TestAStrangerAloneChangesNothing(t *testing.T) {
	w, cohort, topic := New("n", "", Options{}), strangers(), newTopic(1)
	for range 5 {
		w.Look(topic.thought(t, .5), cohort, start)
	}
	before := ids(w.Snapshot(start))
	if j := w.Look(newTopic(2).thought(t, .5), cohort, start); len(j.Entries) != 0 {
		t.Errorf("a stranger entered: %+v", j)
	}
	if j := w.Look(topic.thought(t, .5), cohort, start); len(j.Entries) != 1 || len(j.Entries[0].Left) != 0 {
		t.Errorf("what belongs did not enter after a stranger: %+v", j)
	}
	if after := ids(w.Snapshot(start)); len(after) != len(before)+1 {
		t.Errorf("%d members, want one more than %d", len(after), len(before))
	}
}

func TestTheCapacityIsKeptAndTheLeastLeaves(t *testing.T) {
	for _, capacity := range []int{1, 2, 7, MaxCapacity} {
		w, cohort, topic := New("n", "", Options{Capacity: capacity}), strangers(), newTopic(1)
		var order []uuid.UUID
		for range capacity + 3 {
			th := topic.thought(t, .3)
			order = append(order, th.ID)
			j := w.Look(th, cohort, start)
			if n := len(w.Snapshot(start).Members); n > capacity {
				t.Fatalf("%d members, capacity %d", n, capacity)
			}
			if len(order) > capacity && (len(j.Entries) != 1 || len(j.Entries[0].Left) != 1) {
				t.Fatalf("capacity %d, memory %d: %+v", capacity, len(order), j)
			}
		}
	}
	w := New("n", "", Options{Capacity: 3})
	w.looks = 10
	for i, m := range []struct {
		r    float64
		look int
	}{{.99, 4}, {.82, 6}, {.9, 9}} { // r·2^(−age/3): .25, .33, .71
		w.members = append(w.members, &member{id: uuid.UUID{byte(i)}, r: m.r, look: m.look})
	}
	if left := w.makeRoom(); len(left) != 1 || left[0] != (uuid.UUID{0}) {
		t.Errorf("left: %v, want the oldest", left)
	}
	w.members = append(w.members, &member{id: uuid.UUID{9}, r: .2, look: 10})
	if left := w.makeRoom(); len(left) != 1 || left[0] != (uuid.UUID{9}) {
		t.Errorf("left: %v, want the one that agrees least", left)
	}
}

// TestSpacesCanAgreeThatItDoesNotBelong: r alone is not enough to enter.
func TestSpacesCanAgreeThatItDoesNotBelong(t *testing.T) {
	w := New("n", "", Options{})
	th := Thought{ID: uuid.UUID{1}, Coherence: 1, Entropy: .5}
	for s := range th.Purpose {
		th.Purpose[s] = .3
	}
	if j := w.Look(th, nil, start); j.R < .99 || len(j.Entries) != 0 || math.Abs(j.Fit-.3) > 1e-6 {
		t.Errorf("%+v", j)
	}
}

// TestAnEmptyWorkspaceAsksThePurpose: the North Star decides who enters first; without one, the first memory does.
func TestAnEmptyWorkspaceAsksThePurpose(t *testing.T) {
	nan := float32(math.NaN())
	for name, c := range map[string]struct {
		purpose [models.Count]float32
		enters  bool
	}{
		"neutral":  {[models.Count]float32{}, true},
		"serves":   {[models.Count]float32{.9, nan, nan, nan, .85, .9, .8, .9, .8, .9, .9, .85, .9}, true},
		"does not": {[models.Count]float32{.4, nan, nan, nan, .5, .5, .4, .4, .5, .6, .5, .5, .4}, false},
		"divided":  {[models.Count]float32{.99, nan, nan, nan, .1, .99, .99, .2, .1, .99, .99, .99, .99}, false},
	} {
		w, th := New("n", "", Options{}), newTopic(1).thought(t, .5)
		th.Purpose, th.Coherence = c.purpose, .2
		if j := w.Look(th, strangers(), start); (len(j.Entries) == 1) != c.enters {
			t.Errorf("%s: %d entries, r %.2f, p %.2f", name, len(j.Entries), j.R, j.Fit)
		}
	}
}

func TestForgottenMemoriesLeave(t *testing.T) {
	w, cohort, topic := New("n", "", Options{}), strangers(), newTopic(1)
	var all []uuid.UUID
	for range 5 {
		th := topic.thought(t, .5)
		all = append(all, th.ID)
		w.Look(th, cohort, start)
	}
	stranger := newTopic(2).thought(t, .5)
	w.Look(stranger, cohort, start)
	if held := w.Holds(); len(held) != 6 || held[stranger.ID] != 1 {
		t.Errorf("holds %v", held)
	}
	if !w.Forget(all[1], all[4]) || w.Forget(stranger.ID) {
		t.Error("the members that left are wrong")
	}
	if got := ids(w.Snapshot(start)); len(got) != 3 || w.waiting != nil || len(w.recent) != 3 {
		t.Errorf("%d members, waiting %v, %d recent", len(got), w.waiting, len(w.recent))
	}
	if j := w.Look(topic.thought(t, .5), cohort, start); len(j.Entries) != 1 {
		t.Errorf("after forgetting: %+v", j)
	}
	for _, k := range w.held() {
		if k.acquainted && len(k.recent) != len(w.recent) {
			t.Errorf("a member knows %d recent memories, there are %d", len(k.recent), len(w.recent))
		}
	}
}

// TestALookAtAMemberReplacesIt: a changed memory is one member, with its new content.
func TestALookAtAMemberReplacesIt(t *testing.T) {
	w, cohort, topic := New("n", "", Options{}), strangers(), newTopic(1)
	var last Thought
	for range 4 {
		last = topic.thought(t, .5)
		w.Look(last, cohort, start)
	}
	last.Version = 2
	w.Look(last, cohort, start)
	if n := len(w.Snapshot(start).Members); n != 4 || w.Holds()[last.ID] != 2 {
		t.Errorf("%d members, version %d", n, w.Holds()[last.ID])
	}
}

// TestManyLooksKeepTheBooks: after any sequence the lists of similarities have the right lengths, and nothing is NaN.
func TestManyLooksKeepTheBooks(t *testing.T) {
	w, cohort := New("n", "", Options{Capacity: 3}), strangers()
	topics := []*topic{newTopic(1), newTopic(2), newTopic(3)}
	for i := range 80 {
		th := topics[(i*i+i/7)%3].thought(t, .7)
		if j := w.Look(th, cohort, start); math.IsNaN(j.R) || math.IsNaN(j.Fit) {
			t.Fatalf("look %d: %+v", i, j)
		}
		if i%11 == 5 {
			w.Forget(th.ID)
		}
		if len(w.recent) > window || len(w.members) > 3 {
			t.Fatalf("%d recent, %d members", len(w.recent), len(w.members))
		}
		for _, k := range w.held() {
			if k.acquainted && (len(k.recent) != len(w.recent) || len(k.cohort) != len(cohort)) {
				t.Fatalf("look %d: a memory knows %d recent of %d, %d texts of %d", i, len(k.recent), len(w.recent), len(k.cohort), len(cohort))
			}
		}
		if c := w.Level(); !(c >= 0 && c <= 1) {
			t.Fatalf("C %v", c)
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	number := func(v float64) *float64 { return &v }
	for _, c := range []struct {
		o  Options
		ok bool
	}{
		{Options{}, true}, {Options{Capacity: 1, Coupling: number(0)}, true}, {Options{Capacity: 64, Coupling: number(20)}, true},
		{Options{Capacity: -1}, false}, {Options{Capacity: 65}, false}, {Options{Coupling: number(-.1)}, false},
		{Options{Coupling: number(20.1)}, false}, {Options{Coupling: number(math.NaN())}, false},
	} {
		if err := c.o.Check(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
}

// TestTheOptionsHaveEffect: without coupling, a memory whose spaces agree only through coupling does not enter.
func TestTheOptionsHaveEffect(t *testing.T) {
	enters := func(k float64) bool {
		w := New("n", "", Options{Coupling: &k})
		th := newTopic(1).thought(t, .5)
		th.Coherence = 1
		for s := range th.Purpose {
			th.Purpose[s] = float32(.28 + .06*float64(s))
		}
		return len(w.Look(th, nil, start).Entries) == 1
	}
	if enters(0) || !enters(MaxCoupling) {
		t.Errorf("with coupling 0 it enters: %v; with %v: %v", enters(0), MaxCoupling, enters(MaxCoupling))
	}
}

// TestLikenessIsTheSimilarityOfValues, also where a kernel computes it, and absent where a value is.
func TestLikenessIsTheSimilarityOfValues(t *testing.T) {
	topic := newTopic(1)
	var values [2]fingerprint.Fingerprint
	var record fingerprint.Record
	for i, n := range []int{7, 12} {
		values[i] = topic.values(.7)
		values[i][models.LateInteraction].Vectors = tokens(topic, n)
		values[i][models.HDC].Bits = make([]uint64, (models.HDC.Info().Width+63)/64)
		values[i][models.HDC].Bits[i] = 1 << 7
		values[i][models.Splade].Terms = []fingerprint.TermWeight{{ID: 3, Weight: 1}, {ID: uint16(4 + i), Weight: .5}}
	}
	for s := range record {
		p, err := fingerprint.Pack(models.Space(s), values[1][s])
		if err != nil {
			t.Fatal(err)
		}
		record[s] = p
	}
	got, member := valuesOf(&record).like(&values[0]), unpack(&record)
	for s, v := range got {
		space := models.Space(s)
		want := math.NaN()
		if timeless.Has(space) {
			want = fingerprint.Similarity(space, &values[0][s], &member[s])
		}
		if math.IsNaN(v) != math.IsNaN(want) || math.Abs(v-want) > 1e-4 {
			t.Errorf("%v: %v, want %v", space, v, want)
		}
	}
	for _, s := range []models.Space{models.Semantic, models.LateInteraction, models.HDC, models.Splade} {
		if math.IsNaN(got[s]) {
			t.Errorf("%v takes no part", s)
		}
	}
	if v := valuesOf(&fingerprint.Record{}).like(&values[0]); v[models.LateInteraction] == v[models.LateInteraction] || v[models.Semantic] == v[models.Semantic] {
		t.Errorf("an empty record is like something: %v", v)
	}
}

// BenchmarkLook uses texts of 100 tokens, a cohort of 30 tokens each, and a full workspace; every other memory enters.
func BenchmarkLook(b *testing.B) {
	cohort, topic := strangers(), newTopic(1)
	for i := range cohort {
		cohort[i][models.LateInteraction].Vectors = tokens(topic, 30)
	}
	var all []Thought
	for i := range 64 {
		th := topic.thought(b, .2+.8*float64(i%2))
		p, err := fingerprint.Pack(models.LateInteraction, fingerprint.Value{Vectors: tokens(topic, 100)})
		if err != nil {
			b.Fatal(err)
		}
		th.ID, th.Record[models.LateInteraction] = uuid.UUID{byte(i)}, p
		all = append(all, th)
	}
	w := New("n", "", Options{})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		w.Look(all[i%len(all)], cohort, start)
	}
}

func tokens(t *topic, n int) (out []float32) {
	for range n {
		for _, x := range direction(t.rnd, models.LateInteraction.Info().Width) {
			out = append(out, float32(x))
		}
	}
	return out
}
