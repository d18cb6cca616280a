package emulate

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestWhatIsKeptOutlivesAWeekOfRest: the folder that is asked for is there however long nobody has used it; those of other sources go when nobody has for long.
func TestWhatIsKeptOutlivesAWeekOfRest(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", home)
	built := 0
	get := func() string {
		t.Helper()
		file, err := kept("program", nil, func(file string) error {
			built++
			return os.WriteFile(file, []byte("compiled"), 0o600)
		})
		if err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(file); err != nil || string(data) != "compiled" {
			t.Fatalf("%s holds %q, %v", file, data, err)
		}
		return file
	}
	file := get()
	dir := filepath.Dir(file)
	others := map[string]time.Duration{"young": keptFor - time.Hour, "old": keptFor + time.Hour}
	for name := range others {
		if err := os.Mkdir(filepath.Join(filepath.Dir(dir), name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	others[filepath.Base(dir)] = keptFor + time.Hour
	for name, age := range others {
		at := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(filepath.Dir(dir), name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if again := get(); again != file || built != 1 {
		t.Errorf("after a week: %s, built %d times; want %s, built once", again, built, file)
	}
	for name, stays := range map[string]bool{"young": true, "old": false} {
		if _, err := os.Stat(filepath.Join(filepath.Dir(dir), name)); (err == nil) != stays {
			t.Errorf("the %s folder of other sources stays: %v, want %v", name, err == nil, stays)
		}
	}
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if rest := time.Since(info.ModTime()); rest > keptFor/2 {
		t.Errorf("the folder that was just used counts as unused for %v", rest)
	}
}
