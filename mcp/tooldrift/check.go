package tooldrift

import "context"

// Checked is a pinned server, asked anew.
type Checked struct {
	Pin    *Pin
	Now    Fetched
	Report Report
}

// Check asks a pinned server for its tools and compares. Nothing is written: the baseline stays until Accept.
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

// Drifted tells whether the list is another one.
func (c *Checked) Drifted() bool { return c.Report.Kind != Identity }

// Unknown tells that no drift was seen, but not all of the list either.
func (c *Checked) Unknown() bool { return !c.Drifted() && c.Now.Incomplete != "" }
