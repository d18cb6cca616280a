package answer

// Telling is a payload with sentences that name tools. WithTools passes these sentences through say, which adds where to find tools that the client was not offered. Texts of
// memories do not go through say.
type Telling interface {
	WithTools(say func(sentence string) string) any
}

// sayer is such a function; nil: all tools are offered.
type sayer func(sentence string) string

func (s sayer) of(sentence string) string {
	if s == nil || sentence == "" {
		return sentence
	}
	return s(sentence)
}

// WithTools implements [Telling].
func (s Stored) WithTools(say func(string) string) any {
	s.say = say
	return s
}

// WithTools implements [Telling].
func (i Injected) WithTools(say func(string) string) any {
	i.say = say
	return i
}

// WithTools implements [Telling].
func (s StoredMany) WithTools(say func(string) string) any {
	s.say = say
	return s
}

// WithTools implements [Telling].
func (g Got) WithTools(say func(string) string) any {
	g.say = say
	return g
}

// WithTools implements [Telling].
func (s Status) WithTools(say func(string) string) any {
	all := make([]string, len(s.Recommendations))
	for i, r := range s.Recommendations {
		all[i] = say(r)
	}
	s.Recommendations, s.Learning.Note, s.Dreams.Note = all, sayer(say).of(s.Learning.Note), sayer(say).of(s.Dreams.Note)
	return s
}

// WithTools implements [Telling].
func (f Found) WithTools(say func(string) string) any {
	f.Note = sayer(say).of(f.Note)
	return f
}

// WithTools implements [Telling].
func (f Forgotten) WithTools(say func(string) string) any {
	f.Note = sayer(say).of(f.Note)
	return f
}
