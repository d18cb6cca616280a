package assistants

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"

	"asterism/cmd/asterism/owner"
	"asterism/engine/backend/onnx"
	"asterism/mcp/clients"
	"asterism/models"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"
)

// bundleFlags say what a bundle contains in addition to the program, and where it can be downloaded.
type bundleFlags struct {
	with         []string
	url, asNamed string
}

// BundleCommand makes the command.
func BundleCommand(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	var f bundleFlags
	cmd := &cobra.Command{
		Use:   "bundle FILE.mcpb",
		Short: "Pack this program, its library and its models into a bundle that assistants install",
		Long: "Pack this program, ONNX Runtime's library and the profile's models into an .mcpb, which Claude Desktop and others install with a click. It runs where this\n" +
			"program runs: same operating system, same kind of processor, C libraries as new as here. With --url, the address that it will be downloaded from, and\n" +
			"--registry-name it also writes server.json beside it, for the MCP registry.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return g.bundle(args[0], f, cmd.OutOrStdout()) },
	}
	fl := cmd.Flags()
	fl.StringSliceVar(&f.with, "with", nil, "file to add, such as a licence (may be given again)")
	fl.StringVar(&f.url, "url", "", "address that the bundle will be downloaded from: write server.json too")
	fl.StringVar(&f.asNamed, "registry-name", "", "with --url: the server's name in the registry, such as io.github.USER/asterism")
	return cmd
}

// bundledProgram is the path of the program in a bundle. The program finds lib and models next to itself.
const bundledProgram = "server/asterism"

func (g commands) bundle(file string, f bundleFlags, out io.Writer) error {
	if (f.url == "") != (f.asNamed == "") {
		return errors.New("server.json needs both --url and --registry-name")
	}
	files, err := g.bundleFiles(f.with)
	if err != nil {
		return err
	}
	sum, size, err := writeBundle(file, clients.NewManifest(g.Version, bundledProgram, runtime.GOOS, g.Profile), files)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d files, %d bytes, sha256 %s\n", file, len(files)+1, size, sum)
	if f.url == "" {
		return nil
	}
	r, err := clients.NewRegistered(f.asNamed, g.Version, f.url, sum)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	name := filepath.Join(filepath.Dir(file), "server.json")
	if err := os.WriteFile(name, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("write server.json: %w", err)
	}
	fmt.Fprintln(out, name)
	return nil
}

// bundleFiles returns the files that the program needs to run elsewhere.
func (g commands) bundleFiles(with []string) ([]clients.BundleFile, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	library, err := onnx.FindLibrary("")
	if err != nil {
		return nil, err
	}
	dir, err := models.FindDir(g.Profile, g.Models)
	if err != nil {
		return nil, err
	}
	files, err := clients.FolderFiles(dir, path.Join(path.Dir(bundledProgram), "models", g.Profile))
	if err != nil {
		return nil, err
	}
	files = append(files, clients.BundleFile{From: program, To: bundledProgram, Run: true},
		clients.BundleFile{From: library, To: path.Join(path.Dir(bundledProgram), "lib", filepath.Base(library))})
	for _, name := range with {
		files = append(files, clients.BundleFile{From: name, To: filepath.Base(name)})
	}
	return files, nil
}

// writeBundle writes the bundle completely or not at all, and returns its hash and size.
func writeBundle(file string, m clients.Manifest, files []clients.BundleFile) (sum string, size int64, err error) {
	part, err := renameio.NewPendingFile(file, renameio.WithTempDir(filepath.Dir(file)), renameio.WithStaticPermissions(0o644))
	if err != nil {
		return "", 0, fmt.Errorf("write a bundle: %w", err)
	}
	h := sha256.New()
	err = clients.WriteBundle(io.MultiWriter(part, h), m, files)
	st, serr := part.Stat()
	if err = errors.Join(err, serr); err == nil {
		err = part.CloseAtomicallyReplace()
	}
	if err != nil {
		return "", 0, errors.Join(err, part.Cleanup())
	}
	return fmt.Sprintf("%x", h.Sum(nil)), st.Size(), nil
}
