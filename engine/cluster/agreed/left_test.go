package agreed

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// TestWhoHasLeftStaysOut: a machine that was taken out gets an error with the date and the way to join again. Another machine may have its name.
func TestWhoHasLeftStaysOut(t *testing.T) {
	ctx, tab := t.Context(), table(t)
	for _, name := range []string{"a", "b"} {
		_, err := tab.Join(ctx, name, Member{Key: "key-of-" + name})
		must(t, err, tab.Fill(ctx, name, 2, 2))
	}
	must(t, tab.Part(ctx, "a"), tab.Remove(ctx, 0, "a"), tab.Remove(ctx, 1, "a"), tab.Forget(ctx, "a"))

	_, err := tab.Join(ctx, "a", Member{Key: "key-of-a"})
	if !errors.Is(err, ErrLeft) || !strings.Contains(err.Error(), time.Now().UTC().Format(time.DateOnly)) || !strings.Contains(err.Error(), "cluster join INVITATION") {
		t.Errorf("the machine that has left: %v", err)
	}
	if members, err := tab.Members(ctx); err != nil || len(members) != 1 {
		t.Errorf("members %v, %v", members, err)
	}
	fresh, err := tab.Join(ctx, "a", Member{Key: "key-of-another"})
	if err != nil || !fresh {
		t.Errorf("another machine of that name: fresh %v, %v", fresh, err)
	}
	gone, err := tab.Gone(ctx)
	if err != nil || len(gone) != 1 || gone["key-of-a"].Node != "a" {
		t.Errorf("gone %v, %v", gone, err)
	}
}
