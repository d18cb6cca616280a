package serve

import (
	"fmt"
	"math"
	"strconv"

	"asterism/mcp/httpapi"
)

// burstSeconds is the size of a burst: the requests of so many seconds.
const burstSeconds = 4

// String implements pflag.Value.
func (r *rateFlag) String() string {
	if !r.said {
		return ""
	}
	return strconv.FormatFloat(r.perSecond, 'g', -1, 64)
}

// Set implements pflag.Value.
func (r *rateFlag) Set(v string) error {
	n, err := strconv.ParseFloat(v, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) || n < 0 {
		return fmt.Errorf("%q is no number of requests a second, want 0 (no bound) or more", v)
	}
	r.perSecond, r.said = n, true
	return nil
}

// Type implements pflag.Value.
func (r *rateFlag) Type() string { return "requests" }

func (r *rateFlag) value() *httpapi.Rate {
	if !r.said {
		return nil
	}
	return &httpapi.Rate{PerSecond: r.perSecond, Burst: max(1, burstSeconds*r.perSecond)}
}

// rateFlag is --rate: without it the server's default applies.
type rateFlag struct {
	perSecond float64
	said      bool
}
