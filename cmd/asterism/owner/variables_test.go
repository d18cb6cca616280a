package owner

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMistypedVariablesAreTold: a variable similar to one of ours causes a warning that names ours. Ours, those of tools and tests, and those that only share the prefix do not.
func TestMistypedVariablesAreTold(t *testing.T) {
	for v, want := range map[string]string{
		"ASTERISM_HOM=/x": "ASTERISM_HOME", "ASTERISM_NAMESPACES=a": "ASTERISM_NAMESPACE", "ASTERISM_MODEL=": "ASTERISM_MODELS", "ASTERISM_TOKN=secret": "ASTERISM_TOKEN",
		"ASTERISM_HOME=/x": "", "ASTERISM_TEST_HOME=/x": "", "ASTERISM_CUDA_H=x": "", "ASTERISM_PORT=tcp://10.0.0.1:7737": "", "ASTERISM_SERVICE_HOST=10.0.0.1": "",
		"ASTERISM_PORT_7737_TCP_ADDR=10.0.0.1": "", "HOM=/x": "",
	} {
		got := MistypedVariables([]string{v})
		switch {
		case want == "" && len(got) > 0:
			t.Errorf("%s: %q", v, got)
		case want != "" && (len(got) != 1 || !strings.HasSuffix(got[0], "perhaps "+want+" is meant") || strings.Contains(got[0], "secret")):
			t.Errorf("%s: %q, want %s", v, got, want)
		}
	}
}

// TestVariablesAreThoseOfTheSource: no variable in the program's source causes a warning, and each in the list occurs in the source.
func TestVariablesAreThoseOfTheSource(t *testing.T) {
	name := regexp.MustCompile(`"ASTERISM_([A-Z_]+)"`)
	var found []string
	for _, folder := range []string{"cmd", "engine", "kernels", "mcp", "models", "third_party/cuda"} {
		err := filepath.WalkDir(filepath.Join("..", "..", "..", folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !(strings.HasSuffix(path, ".go") || strings.HasSuffix(path, ".c")) || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range name.FindAllStringSubmatch(string(text), -1) {
				found = append(found, m[1])
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range found {
		if warnings := MistypedVariables([]string{variablePrefix + v + "=x"}); len(warnings) > 0 {
			t.Errorf("a variable of ours: %q", warnings)
		}
	}
	for _, v := range variables {
		if !slices.Contains(found, v) {
			t.Errorf("nothing reads %s%s", variablePrefix, v)
		}
	}
}
