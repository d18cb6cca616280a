package answer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"asterism/engine/store"
)

// Words returns the memory with its text and figures.
func (g Got) Words() string {
	out := untrustedWords + ":\n" + g.Memory.words(true) + g.say.of(g.PutAway.words())
	if chain := strings.TrimPrefix(g.Chain.Words(), " · "); chain != "" {
		out += "  " + chain + "\n"
	}
	out += g.Measured.UTL.words()
	if a := g.Measured.Alignment; a != nil {
		out += fmt.Sprintf("Alignment with the goal %.2f, %s%s.\n", a.Theta, a.Verdict, a.Contradicts.words())
	}
	return out + g.linkWords() + g.versionWords() + g.Evolution.words(EarlierPurpose.words)
}

// Words lists the memories, one a line.
func (l Listed) Words() string {
	var b strings.Builder
	if len(l.Memories) == 0 {
		none := "No memories.\n"
		if l.filters != "" {
			none = fmt.Sprintf("No memories: none of %s passes %s.\n", count(l.unfiltered, "memory", "memories"), l.filters)
		}
		return none + UnknownWords(l.Unknown) + l.Left.words()
	}
	fmt.Fprintf(&b, "%s:\n", untrustedWords)
	for i := range l.Memories {
		b.WriteString(l.Memories[i].words(false))
	}
	if l.NextCursor != nil {
		fmt.Fprintf(&b, "More with cursor %s\n", *l.NextCursor)
	}
	b.WriteString(l.Left.words())
	return b.String()
}

// words returns a memory as a line, or with everything that a person may want to know about it.
func (m *Memory) words(whole bool) string {
	text := m.Content
	if text == "" {
		text = m.Snippet
	}
	if text == "" {
		text = m.Image
	}
	where := m.Namespace
	if len(m.Tags) > 0 {
		where += " #" + strings.Join(m.Tags, " #")
	}
	if m.Source != "" {
		where += " from " + m.Source
	}
	out := fmt.Sprintf("%s %s · %s · %s", named(m.ID), day(m.Timestamp), where, text)
	if len(m.SupersededBy) > 0 {
		out += " · replaced by " + named(m.SupersededBy[0])
	}
	out += m.Seen.words() + "\n"
	if m.NextOffset > 0 {
		out += fmt.Sprintf("  … more of its %d bytes with get_memory, offset %d\n", m.Bytes, m.NextOffset)
	}
	if !m.Forgotten.IsZero() {
		out += fmt.Sprintf("  forgotten %s; its id is %s\n", day(m.Forgotten), m.ID)
	}
	if !whole {
		return out
	}
	if !m.ValidFrom.IsZero() {
		out += "  valid from " + m.ValidFrom.Format(time.RFC3339) + "\n"
	}
	if !m.ValidUntil.IsZero() {
		out += "  valid until " + m.ValidUntil.Format(time.RFC3339) + "\n"
	}
	if m.Rationale != "" {
		out += "  why: " + m.Rationale + "\n"
	}
	if len(m.Links) > 0 {
		out += "  links:"
		for _, l := range m.Links {
			out += " " + named(l)
		}
		out += "\n"
	}
	return out
}

// separators end the name of a folder.
const separators = `/\`

// file returns the suffix of a hit that is a piece of a file: the path within the common folder, which the text names once, and the line at which the piece begins. It is empty for
// other hits.
func (h *Hit) file(folder string) string {
	if fileOf(h) == "" {
		return ""
	}
	return " · " + strings.TrimPrefix(h.Source, folder)
}

// fileOf returns the path of the file of which a hit is a piece; "": it is no piece of a file. A source such as "ticket:12" names no file.
func fileOf(h *Hit) string {
	file, _, ok := store.PieceOf(h.Source)
	if !ok || !strings.ContainsAny(file, separators) {
		return ""
	}
	return file
}

// folderOf returns the common folder of the hits' files, with the separator. It returns "" if that saves no words: with at most one file, or if they have only the root in common.
func folderOf(hits []Hit) string {
	var files []string
	for i := range hits {
		if file := fileOf(&hits[i]); file != "" {
			files = append(files, file)
		}
	}
	if len(files) < 2 {
		return ""
	}
	first, last := slices.Min(files), slices.Max(files)
	same := 0
	for same < min(len(first), len(last)) && first[same] == last[same] {
		same++
	}
	folder := first[:strings.LastIndexAny(first[:same], separators)+1]
	if strings.Trim(folder, separators) == "" {
		return ""
	}
	return folder
}
