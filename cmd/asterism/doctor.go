package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/cluster/member"
	"asterism/engine/device"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
	"asterism/mcp/answer"
	"asterism/models"

	"github.com/spf13/cobra"
)

func doctorCmd(g *globals) *cobra.Command {
	var checkGPU bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say in words what hardware, libraries, models and store there are, and whether they work",
		Long:  "Say in words what hardware, libraries, models and store there are, and whether they work.\nExit code 0: all is well; 2: something needs attention.",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return g.doctor(cmd.Context(), checkGPU) },
	}
	cmd.Flags().BoolVar(&checkGPU, "check-gpu", false, "compare every space on the GPU with the processor again, and print the figures")
	cmd.Flags().BoolVar(&checkGPU, "check-card", false, "what --check-gpu was called")
	_ = cmd.Flags().MarkHidden("check-card") // the error says that there is no such flag
	return cmd
}

// finding is one thing that the doctor checked.
type finding struct {
	Part   string   `json:"part"`
	OK     bool     `json:"ok"`
	Words  []string `json:"words"`
	WayOut string   `json:"way_out,omitempty"`
	Limits *limits  `json:"limits,omitempty"`
}

func (g *globals) doctor(ctx context.Context, checkGPU bool) error {
	if err := g.RefuseServer("doctor"); err != nil {
		return err
	}
	found := []finding{g.examineHardware(), g.examineDescriptors(), g.examineModels(ctx)}
	folder, err := g.examineFolder()
	found = append(found, folder...)
	found = append(found, g.examineCertificate(time.Now())...)
	node, isErr := member.Is(g.Data)
	switch {
	case err != nil || isErr != nil: // the finding about the folder reports it
	case node:
		found = append(found, g.examineNode(ctx)...)
	default:
		found = append(found, g.examineEngine(ctx, checkGPU)...)
	}
	well := true
	for _, f := range found {
		well = well && f.OK
	}
	if g.JSON {
		if err := shell.PrintJSON(map[string]any{"well": well, "findings": found}); err != nil {
			return err
		}
	} else {
		for _, f := range found {
			f.print()
		}
	}
	if !well {
		return shell.ExitCode(2)
	}
	return nil
}

func (f finding) print() { shell.Print(f.text()) }

func (f finding) text() string {
	var out strings.Builder
	mark, part := "ok  ", f.Part
	if !f.OK {
		mark = "BAD "
	}
	for _, w := range f.Words {
		fmt.Fprintf(&out, "%s %-9s %s\n", mark, part, w)
		mark, part = "    ", ""
	}
	if f.WayOut != "" {
		fmt.Fprintf(&out, "               → %s\n", f.WayOut)
	}
	return out.String()
}

// failed returns a finding about an error.
func failed(part string, err error) finding {
	f := finding{Part: part, Words: []string{words.ForPeople(err.Error(), nil)}}
	var e *engine.Error
	if errors.As(err, &e) {
		f.WayOut = words.ForPeople(e.Hint, nil)
	}
	return f
}

func (g *globals) examineHardware() finding {
	m, _ := g.Manifest() // a missing manifest has its own finding
	hw := engine.Hardware("", m)
	words := hw.Describe()
	processor, err := processorWords()
	if err != nil {
		return failed("hardware", err)
	}
	words = append(words, processor...)
	plan, err := device.MakePlan(hw, g.Device)
	if err != nil {
		return failed("hardware", err)
	}
	return finding{Part: "hardware", OK: true, Words: append(words, plan.Reasons...)}
}

func (g *globals) examineModels(ctx context.Context) finding {
	m, err := g.Manifest()
	if err == nil {
		err = m.VerifyChanged(ctx, nil)
	}
	if err != nil {
		return failed("models", err)
	}
	words := []string{fmt.Sprintf("profile %s in %s: %d models for %d learned spaces, every file is what the manifest says", m.Profile, m.Dir, len(m.Models), len(models.OfOrigin(models.FromModel).Spaces()))}
	if _, err := os.Stat(filepath.Join(m.Dir, models.StampsName)); err == nil {
		words = append(words, "large files that have not changed since they were last hashed were not read again; `asterism models verify` reads all")
	}
	return finding{Part: "models", OK: true, Words: append(words, precisionWords(m)...)}
}

// precisionWords says which models compute with 8-bit integers, if any.
func precisionWords(m *models.Manifest) []string {
	var codes []string
	for i := range m.Models {
		if m.Models[i].Int8() {
			codes = append(codes, m.Models[i].Space.Code())
		}
	}
	if len(codes) == 0 {
		return nil
	}
	return []string{"8-bit integers in " + strings.Join(codes, " ") + ", 32-bit floats in the others"}
}

// examineFolder reports a data directory that other users can enter or write. After an error no engine must be opened there.
func (g *globals) examineFolder() ([]finding, error) {
	warning, err := owner.CheckFolder(g.Data)
	switch {
	case err != nil:
		return []finding{failed("folder", err)}, err
	case warning != "":
		return []finding{{Part: "folder", Words: []string{warning}}}, nil
	}
	return nil, nil
}

// examineEngine opens the engine over the existing store. If there is none it says so, and tries the engine over a temporary folder.
func (g *globals) examineEngine(ctx context.Context, checkGPU bool) []finding {
	h := *g.Flags
	if g.LacksStore() {
		dir, err := os.MkdirTemp("", "asterism-doctor-")
		if err != nil {
			return []finding{failed("engine", err)}
		}
		defer os.RemoveAll(dir)
		h.Data = dir
	}
	var out []finding
	err := h.Use(ctx, func(e *engine.Engine) error {
		s, err := e.Status(ctx)
		if err != nil {
			return err
		}
		out = []finding{engineFinding(s)}
		if s.GPU != nil {
			out = append(out, gpuFinding(s))
		}
		if checkGPU {
			out = append(out, checkFinding(e.CheckGPU(ctx)))
		}
		out = append(out, g.storeFinding(s, h.Data), indexFinding(s), loopFinding(s.Background))
		m, err := e.MetaStatus(ctx)
		if err != nil {
			return err
		}
		out = append(out, learningFinding(string(m.Escalation)), settingsFinding(answer.SettingsFrom(&m.Settings)))
		return nil
	})
	if errors.Is(err, store.ErrLocked) { // a running server is no fault
		out = append(out, finding{Part: "engine", OK: true, Words: []string{"not tried here: the store is open in " + rocks.OwnerOf(g.Data) + ", and the engine with it"}})
		return append(out, g.ownersLoops(ctx)...)
	}
	if err != nil {
		return append(out, failed("engine", err))
	}
	return out
}
