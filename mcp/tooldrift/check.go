package tooldrift

import "context"

// Checked is the result of checking a pinned server.
type Checked struct {
	Pin    *Pin
	Now    Fetched
	Report Report
}

// Check requests the tools of a pinned server and compares them. It writes nothing: the baseline stays until Accept.
func (p Pins) Check(ctx context.Context, name string, o FetchOptions) (*Checked, error) {
	pin, err := p.Read(name)
	if err != nil {
		return nil, err
	}
	o.Capabilities = pin.Capabilities
	now, err := Fetch(ctx, pin.Server, o)
	if err != nil {
		return nil, err
	}
	return &Checked{Pin: pin, Now: now, Report: pin.Compare(now.List)}, nil
}

// Drifted reports whether the list has changed.
func (c *Checked) Drifted() bool { return c.Report.Kind != Identity }

// Unknown reports that no drift was seen, but that the list was incomplete.
func (c *Checked) Unknown() bool { return !c.Drifted() && c.Now.Incomplete != "" }
