package passage

import (
	"strings"
	"testing"
)

// TestUnspaced checks that in a text without spaces the sentence with the question's words is the best, and that its surroundings are shown as written.
func TestUnspaced(t *testing.T) {
	text := strings.Repeat("今日は色々なことを話し合いました。食堂のメニューがまた変わりました。", 6) + "バックアップのスクリプトは /opt/backup/run.sh にあり、鈴木さんが管理しています。" + strings.Repeat("会議室の電気が壊れています。", 10)
	sentences := Split(text, 300)
	best := Best(WordsOf("バックアップのスクリプトは誰が管理していますか").Cover(sentences), nil)
	if !strings.Contains(sentences[best], "鈴木") {
		t.Errorf("%q is the best", sentences[best])
	}
	if got := Around(sentences, best, 120); !strings.Contains(text, strings.Trim(got, "…")) {
		t.Errorf("%q is not so in the text", got)
	}
	if got := Around([]string{"It is up.", "It was down."}, 0, 100); got != "It is up. It was down." {
		t.Errorf("%q", got)
	}
}

// TestAVerbAndItsParticleAreOneWord checks that a sentence that joins them answers a question that separates them.
func TestAVerbAndItsParticleAreOneWord(t *testing.T) {
	for question, want := range map[string]int{
		"how do I roll back a deployment?": 1, "where do I log in?": 2, "what is done when the primary is to fail over?": 3, "how is the machine set up?": 4,
	} {
		cover := WordsOf(question).Cover([]string{
			"The deployment tool of the team is described here.", "Rollbacks are made with the same command.", "The login page is at the root.", "A failover takes a minute.", "The setup reads one file.",
		})
		if got := Best(cover, nil); got != want {
			t.Errorf("%s sentence %d, %v", question, got, cover)
		}
	}
}
