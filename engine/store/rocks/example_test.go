package rocks_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"

	"github.com/google/uuid"
)

// A command that Apply has acknowledged is still there after a restart.
func ExampleOpen() {
	ctx, now := context.Background(), time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC)
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	m := &store.Memory{ID: uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057"), Version: 1, Namespace: "default", Content: "The kettle is in the lab",
		Modality: "text", Profile: "compact", Time: now, Created: now, Updated: now, TextHash: sha256.Sum256([]byte("the kettle"))}
	s, err := rocks.Open(ctx, rocks.Options{Dir: dir})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(errors.Join(s.Apply(ctx, store.Command{Op: store.OpRemember, ID: m.ID, Memory: m, At: now}), s.Close()))
	if s, err = rocks.Open(ctx, rocks.Options{Dir: dir}); err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = s.Close() }()
	got, err := store.One(ctx, s, store.Parts{Content: true}, m.ID)
	fmt.Println(got.Content, err)
	// Output:
	// <nil>
	// The kettle is in the lab <nil>
}
