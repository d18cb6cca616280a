package passage

import (
	"strings"
	"testing"
)

// TestUnspaced: in a text without spaces the sentence that has the question's words is the best, and what stands around it is shown as it is written.
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
