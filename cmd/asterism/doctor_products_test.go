package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/engine/backend/onnx/products"
)

// TestDoctorTellsOfProducts: which 8-bit products this machine uses, in words and in JSON.
func TestDoctorTellsOfProducts(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	want := "8-bit products of int8 models: " + products.Words()
	if said := ok(t, data, "doctor"); !strings.Contains(said, want) {
		t.Errorf("the doctor does not say %q:\n%s", want, said)
	}
	for _, f := range asJSON(t, ok(t, data, "--json", "doctor"))["findings"].([]any) {
		if f := f.(map[string]any); f["part"] == "hardware" {
			if !slices.Contains(f["words"].([]any), any(want)) {
				t.Errorf("the hardware in JSON does not say %q: %v", want, f["words"])
			}
			return
		}
	}
	t.Error("no finding about the hardware")
}
