package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"asterism/engine/dream"
	"asterism/engine/store"
	"asterism/models"
)

// notesByTopic are notes of four topics, taken in turn, and the topic of each.
func notesByTopic(t testing.TB) (notes []Note, topics []string) {
	t.Helper()
	f, err := os.Open("testdata/topics.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var l struct{ Topic, Content string }
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		notes, topics = append(notes, Note{Content: l.Content}), append(topics, l.Topic)
	}
	return notes, topics
}

// goalWords are words one of which must name a topic.
var goalWords = map[string][]string{
	"bread":    {"loaf", "dough", "flour", "crust", "starter", "bread"},
	"bicycle":  {"chain", "brake", "bicycle", "wheel", "spoke", "rear", "derailleur", "sprocket"},
	"bees":     {"hive", "bees", "queen", "honey", "brood", "colony"},
	"database": {"database", "query", "index", "server", "migration", "table", "rows", "backup"},
}

func TestMixedTopicsComeApart(t *testing.T) {
	e := open(t, "")
	notes, topics := notesByTopic(t)
	topicOf := map[store.ID]string{}
	for i, r := range remember(t, e, notes...) {
		topicOf[r.ID] = topics[i]
	}
	last := 0
	found, err := e.SubGoals(context.Background(), SubGoalQuestion{Progress: func(done, total int) {
		if done < last || done > total {
			t.Errorf("progress is %d of %d after %d", done, total, last)
		}
		last = done
	}})
	if err != nil {
		t.Fatal(err)
	}
	if found.Memories != 48 || found.Clustered != 48 || last != 96 {
		t.Errorf("%d of %d memories were clustered, with %d steps of progress; want all 48 and 96 steps", found.Clustered, found.Memories, last)
	}
	right, in := 0, 0
	named := map[string]bool{}
	for _, g := range found.Goals {
		count := map[string]int{}
		for _, id := range g.Members {
			count[topicOf[id]]++
		}
		topic, n := "", 0
		for k, v := range count {
			if v > n {
				topic, n = k, v
			}
		}
		right, in = right+n, in+len(g.Members)
		for _, w := range goalWords[topic] {
			if strings.Contains(strings.ToLower(g.Name), w) {
				named[topic] = true
			}
		}
		t.Logf("%s (%s): %d members, cohesion %.3f, confidence %.3f; %v; %v", g.Name, g.Level, len(g.Members), g.Cohesion, g.Confidence, count, g.Terms)
		if !(g.Cohesion > .6 && g.Cohesion <= 1 && g.Confidence > .1 && g.Confidence <= 1) {
			t.Errorf("cohesion %v and confidence %v of %q", g.Cohesion, g.Confidence, g.Name)
		}
	}
	if purity := float64(right) / float64(in); purity < .8 || in+found.Loose != 48 {
		t.Errorf("purity is %.2f over %d memories, %d loose; want .8 over 48", purity, in, found.Loose)
	}
	for topic := range goalWords {
		if !named[topic] {
			t.Errorf("no goal is named after %s", topic)
		}
	}
}

func TestSubGoalsParameters(t *testing.T) {
	ctx := context.Background()
	e := open(t, "")
	notes, _ := notesByTopic(t)
	remember(t, e, notes...)
	ask := func(q SubGoalQuestion) *SubGoals {
		t.Helper()
		found, err := e.SubGoals(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	all := ask(SubGoalQuestion{})
	if again := ask(SubGoalQuestion{MinClusterSize: 5, MaxGoals: 10}); !reflect.DeepEqual(all, again) {
		t.Error("the same question twice, once with the defaults written out, gave other goals")
	}
	if one := ask(SubGoalQuestion{MaxGoals: 1}); !reflect.DeepEqual(one.Goals, all.Goals[:1]) {
		t.Error("max_goals 1 is not the most confident goal")
	}
	if large := ask(SubGoalQuestion{MinClusterSize: 30}); len(large.Goals) != 0 || large.Loose != 48 {
		t.Errorf("min_cluster_size 30: %d goals, %d loose", len(large.Goals), large.Loose)
	}
	if none := ask(SubGoalQuestion{Namespace: "elsewhere"}); none.Memories != 0 || len(none.Goals) != 0 {
		t.Errorf("an empty namespace has %d memories and %d goals", none.Memories, len(none.Goals))
	}
	for _, q := range []SubGoalQuestion{{MinClusterSize: 1}, {MinClusterSize: 1001}, {MaxGoals: -1}, {MaxGoals: 51}, {Namespace: "*"}, {Namespace: strings.Repeat("n", 300)}} {
		var told *Error
		if _, err := e.SubGoals(ctx, q); !errors.As(err, &told) || told.Kind != KindInvalid {
			t.Errorf("%+v: %v", q, err)
		}
	}
	stopped, cancel := context.WithCancel(ctx)
	_, err := e.SubGoals(stopped, SubGoalQuestion{Progress: func(int, int) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestNoMemoryIsLeftUnlookedAt compares two thirds of the memories with each other, and checks that the others are assigned to their clusters.
func TestNoMemoryIsLeftUnlookedAt(t *testing.T) {
	e := open(t, "")
	notes, topics := notesByTopic(t)
	topicOf := map[store.ID]string{}
	for i, r := range remember(t, e, notes...) {
		topicOf[r.ID] = topics[i]
	}
	remember(t, e, Note{Content: "Zur Mittagszeit fuhr niemand mehr hinaus."})
	last := 0
	d := dream.Discovery{Store: e.store, Most: 2 * len(notes) / 3, // half of them would only cover two of the four topics
		Encode: func(text string) []int32 { return e.embedder.Tokenizer(models.Sparse).Encode(nil, text) }}
	found, err := d.SubGoals(t.Context(), SubGoalQuestion{MinClusterSize: 3, Progress: func(done, _ int) { last = done }})
	if err != nil {
		t.Fatal(err)
	}
	if want := len(notes) + 1; found.Looked != want || found.Clustered != 2*len(notes)/3 || last != want+found.Clustered {
		t.Errorf("%d looked at, %d of them compared, %d steps", found.Looked, found.Clustered, last)
	}
	in, right := 0, 0
	for _, g := range found.Goals {
		count, most := map[string]int{}, 0
		for _, id := range g.Members {
			count[topicOf[id]]++
			most = max(most, count[topicOf[id]])
		}
		in, right = in+len(g.Members), right+most
	}
	if in+found.Loose != found.Looked || in < len(notes)*2/3 || right < in*8/10 {
		t.Errorf("%d in clusters, %d of them of its topic, %d loose, of %d", in, right, found.Loose, found.Looked)
	}
	t.Logf("%d in clusters, %d of them of its topic, %d loose", in, right, found.Loose)
}
