package fingerprint

import (
	"bytes"
	"encoding/hex"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"asterism/models"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGoldenBytes pins the stored layout: a store written today must be read by every later version.
func TestGoldenBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, space := range kept {
		p := mustPack(t, space, sample(rng, space, 3))
		got := AppendSpace(nil, space, &p)
		path := filepath.Join("testdata", space.Code()+".hex")
		if *update {
			if err := os.WriteFile(path, []byte(wrap(hex.EncodeToString(got))), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := hex.DecodeString(strings.ReplaceAll(string(text), "\n", ""))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%v: bytes differ from %s", space, path)
		}
		if back, err := ParseSpace(space, want); err != nil || !reflect.DeepEqual(back, p) {
			t.Errorf("%v: %s does not read back, error %v", space, path, err)
		}
	}
}

// TestTokensOfBeforeAreRead: versions that stored the rounding step as a token's scale used the same layout, and their values keep their meaning.
func TestTokensOfBeforeAreRead(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "E12-step.hex"))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := hex.DecodeString(strings.ReplaceAll(string(text), "\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	before, err := ParseSpace(models.LateInteraction, stored)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(11, 12))
	for _, space := range kept {
		if v := sample(rng, space, 3); space == models.LateInteraction {
			now := mustPack(t, space, v)
			if !bytes.Equal(now.Nibbles, before.Nibbles) || len(now.Scales) != len(before.Scales) {
				t.Error("the numbers of a token are others than before")
			}
			for i, s := range now.Scales {
				if r := s / before.Scales[i]; r == 1 || r < .95 || r > 1.05 {
					t.Errorf("scale %d is %v, before %v", i, s, before.Scales[i])
				}
			}
		}
	}
}

func wrap(s string) string {
	var out strings.Builder
	for ; len(s) > 96; s = s[96:] {
		out.WriteString(s[:96] + "\n")
	}
	return out.String() + s + "\n"
}
