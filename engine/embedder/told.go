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

// Manifest is that of the profile.
func (m *Embedder) Manifest() *models.Manifest { return m.manifest }

// Hashes are those of the models, by space; see [models.Manifest.Hash].
func (m *Embedder) Hashes() [models.Count][32]byte { return m.hashes }

// Hardware is what the machine has.
func (m *Embedder) Hardware() device.Hardware { return m.hardware }

// Plan says what embeds, and why.
func (m *Embedder) Plan() device.Plan { return m.plan }

// Scheduler takes the jobs that [Embedder.Job] and [Embedder.JobOf] make.
func (m *Embedder) Scheduler() *sched.Scheduler { return m.sched }

// Backends embed, in order of preference.
func (m *Embedder) Backends() []backend.Backend { return m.backends }

// OpenedBehind are the spaces that the processor behind a GPU was opened for.
func (m *Embedder) OpenedBehind() models.Set {
	if m.behind == nil {
		return 0
	}
	return m.behind.Opened()
}

// Meant are the words that misspelt ones of a question stand for; see [spell.Pieces.Meant]. The known words are English, so a question in another language is left as it is: one that letters or words of
// grammar tell to be in one. Where no word of English grammar speaks for English, at most as many of its words may stay unknown to the tokenizer and to held as were meant otherwise ("calender appointmnt"), and
// fewer where the models do not read the question.
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

// grammar reports whether a text has words of grammar of English, and of other languages alone. A letter by itself is none.
func grammar(text string) (english, others bool) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) }) {
		if utf8.RuneCountInString(w) > 1 {
			e, o := words.Grammar(w)
			english, others = english || e, others || o > 0
		}
	}
	return english, others
}
