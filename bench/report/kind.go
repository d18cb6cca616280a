package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// filler is what names of processors contain besides the model: trade marks, the word for what they are, and the clock.
var filler = regexp.MustCompile(`(?i)\((r|tm)\)|\b(cpu|processor)\b|@.*$`)

var unfit = regexp.MustCompile(`[^a-z0-9]+`)

// Kind names machines whose figures can be in one file, fit for a folder's name: the processor's model, the kernels and the cores in use, such as
// amd-epyc-avx512-vnni-2-cores. The kernels are in it because in a virtual machine processors of several generations have one name, and because a
// processor can be set to use those of a lesser one.
func (m Machine) Kind() string {
	words := fmt.Sprintf("%s %s %d cores", filler.ReplaceAllString(m.CPU, ""), m.Kernels, m.Cores)
	return strings.Trim(unfit.ReplaceAllString(strings.ToLower(words), "-"), "-")
}

// sameKind reports whether both are of one kind. A file without kernels is of the kind with the same name of the processor and the same cores.
func (m Machine) sameKind(other Machine) bool {
	if m.Kernels == "" || other.Kernels == "" {
		return m.CPU == other.CPU && m.Cores == other.Cores
	}
	return m.Kind() == other.Kind()
}

// FolderFor is the folder for a result: dir while the file of its name there is of this kind of machine or is not there, else a folder of dir
// that is named for the kind. So no machine's figures are written over by another's.
func FolderFor(dir string, r *Result) (string, error) {
	path := filepath.Join(dir, r.Name+".json")
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return dir, nil
	}
	var there Result
	if err == nil {
		err = json.Unmarshal(b, &there)
	}
	if err != nil {
		return "", fmt.Errorf("read %s, to see which machine it is of: %w", path, err)
	}
	if there.Machine.sameKind(r.Machine) {
		return dir, nil
	}
	return filepath.Join(dir, r.Machine.Kind()), nil
}
