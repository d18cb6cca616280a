package intent

import (
	"strings"
	"testing"
)

func TestEraOf(t *testing.T) {
	for text, want := range map[string]Era{
		"current API rate limit":                            Now,
		"what is the rate limit now?":                       Now,
		"latest decision about retries":                     Now,
		"Which port does staging use these days?":           Now,
		"the most recent on-call rota":                      Now,
		"today's menu":                                      Now,
		"is the flag enabled now?":                          Now,
		"what was the rate limit originally?":               Original,
		"where was the office at first?":                    Original,
		"the initial budget":                                Original,
		"which database did we use in the beginning?":       Original,
		"what did we use to deploy when we started?":        Original,
		"who used to lead the team?":                        Earlier,
		"previous rate limit":                               Earlier,
		"what did we have before that?":                     Earlier,
		"the former office":                                 Earlier,
		"why did the mill stand still?":                     AnyEra,
		"API rate limit":                                    AnyEra,
		"what was it originally and what is it now?":        AnyEra,
		"why does the snow melt?":                           AnyEra,
		"I know the concurrent map is slow":                 AnyEra,
		"firstName of the user":                             AnyEra,
		"who is the used car dealer?":                       AnyEra,
		"":                                                  AnyEra,
		"now" + strings.Repeat(" and more words of it", 10): AnyEra,
	} {
		if got := EraOf(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
