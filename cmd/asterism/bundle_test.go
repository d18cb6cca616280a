package main

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/mcp/clients"
	"asterism/models"
)

// unpack unpacks a bundle as a client does: every file to its path, and programs are executable.
func unpack(t *testing.T, bundle, to string) {
	t.Helper()
	z, err := zip.OpenReader(bundle)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		name := filepath.Join(to, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		out, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, f.Mode())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(out, in); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBundle packs the program, unpacks it in an empty folder, and starts it as the manifest says. It answers with its own library and models.
func TestBundle(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "asterism.mcpb")
	said := ok(t, filepath.Join(dir, "unused"), "bundle", file, "--with", "../../LICENSE", "--url", "https://example.org/asterism.mcpb", "--registry-name", "io.github.ada/asterism")
	packed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(packed))
	registered, err := os.ReadFile(filepath.Join(dir, "server.json"))
	if err != nil || !strings.Contains(string(registered), sum) || !strings.Contains(said, sum) {
		t.Errorf("%v: %s does not name the sum %s: %s", err, registered, sum, said)
	}
	there := filepath.Join(dir, "there")
	unpack(t, file, there)
	var m struct {
		Server struct {
			Config struct {
				Command string
				Args    []string
			} `json:"mcp_config"`
		}
	}
	text, err := os.ReadFile(filepath.Join(there, "manifest.json"))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	fill := strings.NewReplacer("${__dirname}", there, "${user_config.data}", filepath.Join(dir, "store"))
	var args []string
	for _, a := range m.Server.Config.Args {
		args = append(args, fill.Replace(a))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, fill.Replace(m.Server.Config.Command), args...)
	cmd.Dir, cmd.Env = dir, []string{asProgram + "=1", "HOME=" + dir, "GORACE=" + os.Getenv("GORACE")}
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"store_memory","arguments":{"content":"a note in a bundle","rationale":"to see that it runs"}}}` + "\n")
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), "fingerprintId") {
		t.Errorf("%v: %s", err, out)
	}
	if left, err := filepath.Glob(file + ".*"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	t.Run("another profile", anotherProfile)
}

// anotherProfile: the program is started with the profile of the models in the bundle.
func anotherProfile(t *testing.T) {
	dir := t.TempDir()
	pulled := filepath.Join(dir, "pulled", "full")
	if err := os.MkdirAll(pulled, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(pulled, models.ManifestName), []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "full.mcpb")
	ok(t, filepath.Join(dir, "unused"), "--profile", "full", "--models", filepath.Dir(pulled), "bundle", file)
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if _, err := fs.Stat(z, "server/models/full/"+models.ManifestName); err != nil {
		t.Error(err)
	}
	text, err := fs.ReadFile(z, "manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var m clients.Manifest
	if err := json.Unmarshal(text, &m); err != nil || !slices.Equal(m.Server.Config.Args, []string{"--data", "${user_config.data}", "--profile", "full", "serve"}) {
		t.Errorf("%v; it is started with %v", err, m.Server.Config.Args)
	}
}

func TestBundleMistakes(t *testing.T) {
	dir := t.TempDir()
	for says, args := range map[string][]string{
		"both --url and": {"--url", "https://example.org/x"},
		"none":           {"--with", filepath.Join(dir, "none")},
	} {
		if _, errs, code := run(t, dir, append([]string{"bundle", filepath.Join(dir, "a.mcpb")}, args...)...); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%v: exit code %d, %s", args, code, errs)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "a.mcpb*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
