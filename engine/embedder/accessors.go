package embedder

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/backend"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/engine/words"
	"asterism/models"
)

// Manifest returns that of the profile.
func (m *Embedder) Manifest() *models.Manifest { return m.manifest }

// Hashes returns those of the models, by space; see [models.Manifest.Hash].
func (m *Embedder) Hashes() [models.Count][32]byte { return m.hashes }

// Hardware returns the machine's hardware.
func (m *Embedder) Hardware() device.Hardware { return m.hardware }

// Plan returns what embeds, and why.
func (m *Embedder) Plan() device.Plan { return m.plan }

// Scheduler returns the scheduler for jobs of [Embedder.Job] and [Embedder.JobOf].
func (m *Embedder) Scheduler() *sched.Scheduler { return m.sched }

// Backends returns the backends in order of preference.
func (m *Embedder) Backends() []backend.Backend { return m.backends }

// OpenedBehind returns the spaces for which the processor behind a GPU was opened.
func (m *Embedder) OpenedBehind() models.Set {
	if m.behind == nil {
		return 0
	}
	return m.behind.Opened()
}

// Meant returns the intended words of misspelt ones in a question; see [spell.Pieces.Meant]. The known words are English, so it returns none if letters or grammar words show
// another language. Unless the question has an English grammar word and the models read it, the words that stay unknown may not outnumber the corrected ones ("calender
// appointmnt"). If the models do not read it, there must be fewer.
func (m *Embedder) Meant(text string, held func(word string) (bool, error)) ([]string, error) {
	english, others := grammar(text)
	if words.LanguageOf(text).Foreign() || m.Foreign(text) || others && !english {
		return nil, nil
	}
	mended, meant, err := m.words().Mended(text, held)
	read := m.Reads(text)
	if err != nil || len(meant) == 0 || english && read {
		return meant, err
	}
	left, err := m.words().Unknown(mended, held)
	if err != nil || len(left) > len(meant) || len(left) == len(meant) && !read {
		return nil, err
	}
	return meant, nil
}

// grammar reports whether a text has grammar words of English, and whether it has some of other languages only. A single letter does not count.
func grammar(text string) (english, others bool) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) }) {
		if utf8.RuneCountInString(w) > 1 {
			e, o := words.Grammar(w)
			english, others = english || e, others || o > 0
		}
	}
	return english, others
}
