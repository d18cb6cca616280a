package goaldna

import "time"

// Last is when the last check was made; zero: there was none.
func (c *Checker) Last() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.checks.count == 0 {
		return time.Time{}
	}
	return time.Unix(0, c.checks.at(c.checks.count-1).time).UTC()
}
