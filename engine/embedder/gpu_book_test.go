package embedder

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"asterism/engine/backend/agree"
	"asterism/engine/device"
	"asterism/models"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// TestCheckBookKeeps: another process finds what was saved, the newest check of a space counts, and GPUs and spaces are independent.
func TestCheckBookKeeps(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp("", "book")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(dir)
		path, want := filepath.Join(dir, "asterism", checkBookName), map[string]GPUCheck{}
		for range rapid.IntRange(1, 12).Draw(rt, "checks") {
			key := rapid.SampledFrom([]string{"GPU A", "GPU B"}).Draw(rt, "gpu")
			k := GPUCheck{
				Space: models.Space(rapid.IntRange(0, models.Count-1).Draw(rt, "space")), Why: rapid.SampledFrom([]string{"", "too low"}).Draw(rt, "why"), At: noon,
				Figures: agree.Figures{Vectors: rapid.IntRange(0, 9).Draw(rt, "vectors"), Least: rapid.Float64Range(-1, 1).Draw(rt, "least"), Mean: 1},
			}
			if err := openCheckBook(path, key, [models.Count][32]byte{}).save(k); err != nil {
				rt.Fatal(err)
			}
			want[key+k.Space.Code()] = k
		}
		for _, key := range []string{"GPU A", "GPU B"} {
			for s := range models.Space(models.Count) {
				got, ok := openCheckBook(path, key, [models.Count][32]byte{}).find(s)
				if k, kept := want[key+s.Code()]; ok != kept || ok && got != k {
					rt.Errorf("%v of %s: found %+v (%v), want %+v (%v)", s, key, got, ok, k, kept)
				}
			}
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "asterism", "*")); len(left) != 1 {
			rt.Errorf("left behind: %v", left)
		}
	})
}

// TestCheckBookForgets outdated checks.
func TestCheckBookForgets(t *testing.T) {
	path := filepath.Join(t.TempDir(), checkBookName)
	hashes := [models.Count][32]byte{}
	book := openCheckBook(path, "gpu", hashes)
	keep := func(b *checkBook, at time.Time) {
		t.Helper()
		if err := b.save(GPUCheck{Space: models.Graph, At: at}); err != nil {
			t.Fatal(err)
		}
	}
	known := func(b *checkBook) bool { _, ok := b.find(models.Graph); return ok }
	keep(book, noon)
	hashes[models.Graph][0] = 1
	if !known(book) || known(openCheckBook(path, "gpu", hashes)) || known(openCheckBook(path, "another GPU", [models.Count][32]byte{})) {
		t.Error("want the check of this GPU and model alone")
	}
	for name, text := range map[string]string{"no JSON": "{", "empty": "", "an old version": `{"version": 0, "GPUs": {}}`, "no GPUs": `{"version": 1}`, "another form": `{"version": 1, "GPUs": []}`} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if known(book) {
			t.Errorf("%s: a check is known", name)
		}
		if keep(book, noon); !known(book) {
			t.Errorf("%s: a check cannot be kept", name)
		}
	}
	for i := range mostGPUs {
		keep(openCheckBook(path, "GPU "+time.Duration(i).String(), [models.Count][32]byte{}), noon.Add(time.Duration(i+1)*time.Hour))
	}
	if known(book) || !known(openCheckBook(path, "GPU "+time.Duration(mostGPUs-1).String(), [models.Count][32]byte{})) {
		t.Errorf("of %d GPUs the oldest is to be forgotten", mostGPUs+1)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, b := range []*checkBook{book, openCheckBook("", "gpu", hashes)} {
		if err := b.save(GPUCheck{Space: models.Graph, At: noon}); err == nil || known(b) {
			t.Errorf("a file that cannot be written: %v", err)
		}
	}
}

// TestGPUKeyTellsGPUsApart, and drivers; the order in which the driver lists them does not matter.
func TestGPUKeyTellsGPUsApart(t *testing.T) {
	other, newer := mockGPU, mockGPU
	other.Index, other.Name = 1, "Other"
	newer.Driver = "13.0"
	both := device.Hardware{GPUs: []device.GPU{mockGPU, other}}
	turned := device.Hardware{GPUs: []device.GPU{other, mockGPU}}
	key := GPUKey(both, 0, nil)
	if key == GPUKey(both, 1, nil) || key != GPUKey(turned, 0, nil) || key == GPUKey(device.Hardware{GPUs: []device.GPU{newer}}, 0, nil) || key == GPUKey(both, 0, []string{"wgmma"}) {
		t.Error("a key is of one GPU, one driver and one choice of kernels")
	}
}
