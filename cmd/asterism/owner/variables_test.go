package owner

import (
	"strings"
	"testing"
)

// TestMistypedVariablesAreTold: a variable like one of ours is warned of with its name; ours, those of tools and tests, and those that only share the prefix are not.
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
