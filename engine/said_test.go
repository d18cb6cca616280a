package engine

import (
	"testing"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

func TestSaidIDIsAUUIDOfItsTime(t *testing.T) {
	at := time.Date(2026, 3, 1, 10, 0, 0, 5e6, time.UTC)
	id := SaidID(&Note{Content: "ok", Time: at})
	if id.Version() != 7 || id.Variant() != uuid.RFC4122 {
		t.Errorf("%s has version %d and variant %v", id, id.Version(), id.Variant())
	}
	if sec, ns := id.Time().UnixTime(); !time.Unix(sec, ns).Equal(at) {
		t.Errorf("%s says %v, want %v", id, time.Unix(sec, ns), at)
	}
	moved := Note{ID: id, Content: "ok", Time: at, Source: "chat.jsonl:3"}
	if other := (Note{ID: uuid.MustParse("01890a5d-ac96-774b-bcce-b3020000aaaa"), Content: "ok", Time: at}); !moved.Said() || other.Said() {
		t.Error("a note that was given a source is not known by what it says, or one with an id of its own is")
	}
	seen := map[store.ID]bool{}
	for _, n := range []Note{{Content: "ok", Time: at}, {Content: "ok", Time: at, SessionID: "s"}, {Content: "ok", Time: at, Source: "s"}, {Content: "ok", Time: at, Namespace: "s"},
		{Content: "no", Time: at}, {Content: "ok", SessionID: "s"}, {Content: "ok", SessionID: "sa", Source: "b"}, {Content: "ok", SessionID: "s", Source: "ab"}} {
		if id := SaidID(&n); seen[id] || id == uuid.Nil {
			t.Errorf("%+v: %s is taken", n, id)
		} else {
			seen[id] = true
		}
	}
	if id := SaidID(&Note{Content: "ok"}); id != uuid.Nil {
		t.Errorf("a text alone has %s", id)
	}
}
