package dream

import (
	"slices"
	"testing"
)

func TestDiffer(t *testing.T) {
	for _, c := range []struct {
		name, modality, a, b string
		first, second        []string
		reordered            bool
		shared               float64
	}{
		{"the same", "text", "The flag is **enabled**.", "the flag is enabled", nil, nil, false, 1},
		{"a not", "text", "The flag is enabled.", "The flag is not enabled.", nil, []string{"not"}, false, 3. / 4},
		{"a number", "text", "db-01 is down", "db-02 is down", []string{"db-01"}, []string{"db-02"}, false, 2. / 3},
		{"who did it", "text", "Alice reviewed Bob", "Bob reviewed Alice", nil, nil, true, 1},
		{"twice", "text", "retry retry stop", "retry stop", []string{"retry"}, nil, false, 2. / 3},
		{"nothing shared", "text", "서울은 비가 온다", "오늘 회의는 세 시다", []string{"서울은", "비가", "온다"}, []string{"오늘", "회의는", "세", "시다"}, false, 0},
		{"code keeps its signs", "code", "a = the;", "a = the", []string{"the;"}, []string{"the"}, false, 2. / 3},
		{"nothing at all", "text", "", " ", nil, nil, false, 0},
	} {
		d := Differ(c.modality, c.a, c.b)
		if !slices.Equal(d.First, c.first) || !slices.Equal(d.Second, c.second) || d.Reordered != c.reordered || d.Shared != c.shared {
			t.Errorf("%s: %+v", c.name, d)
		}
		if same := SameWords(c.modality, c.a) == SameWords(c.modality, c.b); same != d.Same() {
			t.Errorf("%s: same is %v, by their hashes %v", c.name, d.Same(), same)
		}
	}
}

// FuzzDiffer: it agrees with the hashes, and the other way round it is the same difference.
func FuzzDiffer(f *testing.F) {
	f.Add("text", "Alice reviewed Bob", "Bob reviewed  Alice.")
	f.Add("code", "a = 1", "a = 2")
	f.Fuzz(func(t *testing.T, modality, a, b string) {
		d, back := Differ(modality, a, b), Differ(modality, b, a)
		if same := SameWords(modality, a) == SameWords(modality, b); same != d.Same() {
			t.Errorf("%q and %q: same is %v, by their hashes %v", a, b, d.Same(), same)
		}
		if !slices.Equal(d.First, back.Second) || !slices.Equal(d.Second, back.First) || d.Reordered != back.Reordered || d.Shared != back.Shared || d.Shared < 0 || d.Shared > 1 {
			t.Errorf("%q and %q: %+v, the other way round %+v", a, b, d, back)
		}
	})
}
