package store_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// Commands are applied, memories are read. Applying a command twice is the same as once, and a version that is not newer changes
// nothing.
func ExampleStore() {
	ctx, now := context.Background(), time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC)
	s := store.NewInMemory()
	defer func() { _ = s.Close() }()

	m := &store.Memory{ID: uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057"), Version: 1, Namespace: "default", Content: "The kettle is in the lab",
		Modality: "text", Profile: "compact", Time: now, Created: now, Updated: now, TextHash: sha256.Sum256([]byte("the kettle"))}
	remember := store.Command{Op: store.OpRemember, ID: m.ID, Memory: m, At: now}
	fmt.Println(s.Apply(ctx, remember), s.Apply(ctx, remember))

	got, err := s.Get(ctx, store.Parts{Content: true}, m.ID)
	fmt.Println(got[0].Content, err)

	fmt.Println(s.Apply(ctx, store.Command{Op: store.OpPurge, ID: m.ID, Version: 1, At: now}))
	fmt.Println(s.Apply(ctx, remember)) // replaying a log does not bring it back
	_, err = store.One(ctx, s, store.Parts{}, m.ID)
	var missing *store.NotFoundError
	fmt.Println(errors.As(err, &missing))
	// Output:
	// <nil> <nil>
	// The kettle is in the lab <nil>
	// <nil>
	// <nil>
	// true
}
