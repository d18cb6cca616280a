package background

// Round is one round of a loop's work. Only the work may use it, until it returns.
type Round struct {
	loop *Loop
	last bool
}

// Last reports whether the loop ends with this round. Then no subject waits.
func (r *Round) Last() bool { return r.last }

// Waits reports whether a subject has failed and its pause is not over.
func (r *Round) Waits(subject string) bool { return !r.last && r.loop.waits(subject) }

// Try does the work of one subject, named in words such as "namespace work", and records the result; a panic is an error. While the subject waits it does nothing and
// returns nil. An error after the loop was ended is returned but not counted: usually the work was cut short.
func (r *Round) Try(subject string, work func() error) error {
	if r.Waits(subject) {
		return nil
	}
	r.loop.begin(subject)
	err := guard(work)
	r.loop.end(subject, err)
	return err
}

// Serve runs work for a waiting caller that gets the result: it is never delayed, and does not count as a try. A panic counts as a failure of the loop and is logged, each
// time.
func (r *Round) Serve(what string, work func()) {
	if err := guard(func() error { work(); return nil }); err != nil {
		r.loop.served(what, err)
	}
}
