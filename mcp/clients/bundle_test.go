package clients

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wants is a schema's requirements of an object: required and optional fields.
type wants struct{ must, may []string }

// check compares an object with the requirements of a schema that allows no other fields.
func (w wants) check(t *testing.T, what string, v any) map[string]any {
	t.Helper()
	o, ok := v.(map[string]any)
	if !ok {
		t.Fatalf("%s is no object: %v", what, v)
	}
	for _, name := range w.must {
		if s, isText := o[name].(string); o[name] == nil || isText && s == "" {
			t.Errorf("%s has no %s", what, name)
		}
	}
	for name := range o {
		if !slices.Contains(w.must, name) && !slices.Contains(w.may, name) {
			t.Errorf("%s has a %s, which the schema does not know", what, name)
		}
	}
	return o
}

// decoded returns a value after encoding and decoding as JSON.
func decoded(t *testing.T, v any) (out any) {
	t.Helper()
	b, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestManifestKeepsItsSchema: the required and known fields of mcpb-manifest-v0.4.schema.json. Version 0.3, which present hosts read, has them too.
func TestManifestKeepsItsSchema(t *testing.T) {
	m := wants{[]string{"manifest_version", "name", "version", "description", "author", "server"},
		[]string{"display_name", "long_description", "license", "keywords", "tools_generated", "user_config", "compatibility"}}.check(t, "the manifest", decoded(t, NewManifest("v1.2.3", "server/asterism", "linux", "full")))
	wants{[]string{"name"}, nil}.check(t, "author", m["author"])
	server := wants{[]string{"type", "entry_point", "mcp_config"}, nil}.check(t, "server", m["server"])
	config := wants{[]string{"command"}, []string{"args", "env", "platform_overrides"}}.check(t, "mcp_config", server["mcp_config"])
	if server["type"] != "binary" || config["command"] != "${__dirname}/server/asterism" || m["version"] != "1.2.3" || m["manifest_version"] != "0.3" {
		t.Errorf("%v", m)
	}
	settings := m["user_config"].(map[string]any)
	for name, s := range settings {
		o := wants{[]string{"type", "title", "description"}, []string{"required", "default", "multiple", "sensitive", "min", "max"}}.check(t, name, s)
		if !slices.Contains([]string{"string", "number", "boolean", "directory", "file"}, o["type"].(string)) {
			t.Errorf("%s is of type %v", name, o["type"])
		}
	}
	for _, arg := range config["args"].([]any) { // every setting that is used must be declared
		if name, ok := strings.CutPrefix(arg.(string), "${user_config."); ok && settings[strings.TrimSuffix(name, "}")] == nil {
			t.Errorf("%s is not asked for", arg)
		}
	}
	if want := []any{"--data", "${user_config.data}", "--profile", "full", "serve"}; !slices.Equal(config["args"].([]any), want) {
		t.Errorf("it is started with %v, want %v: there are no other models in it", config["args"], want)
	}
	where := wants{nil, []string{"platforms"}}.check(t, "compatibility", m["compatibility"])
	for _, p := range where["platforms"].([]any) {
		if !slices.Contains([]string{"darwin", "win32", "linux"}, p.(string)) {
			t.Errorf("there is no platform %v", p)
		}
	}
}

// TestRegisteredKeepsItsSchema: the required fields of server.schema.json of 2025-12-11, and its limits.
func TestRegisteredKeepsItsSchema(t *testing.T) {
	sum := strings.Repeat("a1", 32)
	r, err := NewRegistered("io.github.ada/asterism", "v1.2.3", "https://example.org/asterism.mcpb", sum)
	if err != nil {
		t.Fatal(err)
	}
	o := wants{[]string{"$schema", "name", "description", "version"}, []string{"title", "packages"}}.check(t, "server.json", decoded(t, r))
	if n := len(o["description"].(string)); n > 100 {
		t.Errorf("the description has %d characters, at most 100 are taken", n)
	}
	p := wants{[]string{"registryType", "identifier", "version", "transport", "fileSha256"}, nil}.check(t, "the package", o["packages"].([]any)[0])
	wants{[]string{"type"}, nil}.check(t, "transport", p["transport"])
	for says, c := range map[string][3]string{
		"no name":    {"asterism", "https://example.org/x", sum},
		"no address": {"a/b", "http://example.org/x", sum},
		"no SHA-256": {"a/b", "https://example.org/x", "abc"},
	} {
		if _, err := NewRegistered(c[0], "1.0.0", c[1], c[2]); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v, want %q", c, err, says)
		}
	}
}

func TestSemantic(t *testing.T) {
	for in, want := range map[string]string{"v1.2.3": "1.2.3", "1.2.3": "1.2.3", "v1.2.3-rc.1": "1.2.3-rc.1", "v1.2.3+x-4-gabc": "1.2.3+x-4-gabc",
		"v1.2.3-4-gabc": "1.2.3+4.gabc", "v1.2.3-10-g0123456-dirty": "1.2.3+10.g0123456.dirty", "v1.2.3-dirty": "1.2.3+dirty", "v1.2.3-rc.1-4-gabc": "1.2.3-rc.1+4.gabc",
		"v1.2.3-01": "0.0.0-gv1-2-3-01", "v1.2": "0.0.0-gv1-2", "v1.2.3\n": "0.0.0-gv1-2-3-", "7081f4c": "0.0.0-g7081f4c", "0123456-dirty": "0.0.0-g0123456-dirty",
		"dev": "0.0.0-gdev", "a b/c": "0.0.0-ga-b-c", "": "0.0.0-g"} {
		if got := Semantic(in); got != want || !semantic.MatchString(got) {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestWriteBundle(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"program": "#!/bin/sh", "models/a/b": "weights", "models/c": "more"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, err := FolderFiles(filepath.Join(dir, "models"), "server/models")
	if err != nil {
		t.Fatal(err)
	}
	program := BundleFile{filepath.Join(dir, "program"), "server/asterism", true}
	m := NewManifest("1.0.0", "server/asterism", "linux", "full")
	var one, two bytes.Buffer
	if err := WriteBundle(&one, m, append(files, program)); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(files)
	if err := WriteBundle(&two, m, append([]BundleFile{program}, files...)); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Errorf("the same files give other bytes: %v", err)
	}
	z, err := zip.NewReader(bytes.NewReader(one.Bytes()), int64(one.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
		if run := f.Mode()&0o111 != 0; run != (f.Name == "server/asterism") {
			t.Errorf("%s has mode %v", f.Name, f.Mode())
		}
	}
	if got := strings.Join(names, " "); got != "manifest.json server/asterism server/models/a/b server/models/c" {
		t.Errorf("it holds %s", got)
	}
	r, err := z.Open("manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var read Manifest
	if b, _ := io.ReadAll(r); json.Unmarshal(b, &read) != nil || read.Server.EntryPoint != "server/asterism" {
		t.Errorf("manifest: %s", b)
	}
	for name, bad := range map[string]BundleFile{"outside": {program.From, "../x", false}, "twice": program, "the manifest": {program.From, "manifest.json", false}, "missing": {dir + "/none", "x", false}} {
		if err := WriteBundle(io.Discard, m, []BundleFile{program, bad}); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := FolderFiles(filepath.Join(dir, "none"), "x"); err == nil {
		t.Error("a folder that is not there has files")
	}
}
