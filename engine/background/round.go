package background

// Round is one round of a loop's work. It is the work's own until it returns.
type Round struct {
	loop *Loop
	last bool
}

// Last reports whether the loop ends with this round. Then nothing waits.
func (r *Round) Last() bool { return r.last }

// Waits reports whether a subject has failed and its pause is not over.
func (r *Round) Waits(subject string) bool { return !r.last && r.loop.waits(subject) }

// Try does the work of one subject, in words such as "namespace work", and notes how it ended; a panic is an error. While the subject waits it does nothing and returns nil.
// An error after the loop was told to end is returned and not counted: it is most often that the work was cut short.
func (r *Round) Try(subject string, work func() error) error {
	if r.Waits(subject) {
		return nil
	}
	r.loop.begin(subject)
	err := guard(work)
	r.loop.end(subject, err)
	return err
}

// Serve does work that somebody waits for and hears of: it is never put off, and is no try. Its panic is counted as a failure of the loop's and told in the log, each time.
func (r *Round) Serve(what string, work func()) {
	if err := guard(func() error { work(); return nil }); err != nil {
		r.loop.served(what, err)
	}
}
