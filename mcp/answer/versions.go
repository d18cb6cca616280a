package answer

import (
	"fmt"
	"strings"
	"time"

	"asterism/engine"
)

// Version is an earlier version of a memory.
type Version struct {
	Version   uint64    `json:"version"`
	Content   string    `json:"content"`
	Bytes     int       `json:"contentBytes,omitempty"` // size of the whole content, if content is only its beginning
	Rationale string    `json:"rationale"`
	Until     time.Time `json:"until"` // when it was changed
}

// WithVersions adds earlier versions: all of them for a program, and for a model those that fit in addition to the memory's own text.
func (g *Got) WithVersions(all []engine.Earlier, whole bool) {
	room := roomOfAnswer - jsonLength(g.Memory.Content)
	for i, v := range all {
		out := Version{Version: v.Version, Content: v.Content, Rationale: v.Rationale, Until: v.Until}
		if !whole {
			room -= jsonLength(v.Rationale)
			if i > 0 && room < jsonLength(v.Content) || i == 0 && room <= 0 {
				g.VersionsMore = len(all) - i
				return
			}
			var rest int
			if out.Content, rest = part(v.Content, 0, room); rest > 0 {
				out.Bytes = len(v.Content)
			}
			room -= jsonLength(out.Content)
		}
		g.Versions = append(g.Versions, out)
	}
}

// Earlier converts the versions back for the engine.
func (g *Got) Earlier() (out []engine.Earlier) {
	for _, v := range g.Versions {
		out = append(out, engine.Earlier{Version: v.Version, Content: v.Content, Rationale: v.Rationale, Until: v.Until})
	}
	return out
}

// versionWords lists the earlier versions, the newest first.
func (g *Got) versionWords() string {
	var b strings.Builder
	for _, v := range g.Versions {
		fmt.Fprintf(&b, "Version %d, until %s: %s", v.Version, day(v.Until), v.Content)
		if v.Bytes > 0 {
			fmt.Fprintf(&b, " … (the first of %d bytes)", v.Bytes)
		}
		b.WriteByte('\n')
		if v.Rationale != "" {
			fmt.Fprintf(&b, "  why: %s\n", v.Rationale)
		}
	}
	if g.VersionsMore > 0 {
		fmt.Fprintf(&b, "%s more; `asterism get %s --versions` shows all.\n", count(g.VersionsMore, "earlier version", "earlier versions"), engine.ShortID(g.Memory.ID))
	}
	return b.String()
}
