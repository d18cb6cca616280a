package metautl

// choice is a setting and its place.
type choice struct {
	Setting
	get func(*Settings) float64
	set func(*Settings, float64)
}

// choices are all settings. The defaults are the specification's.
var choices = []choice{
	number64("error-threshold", .2, .01, 1, "errors of prediction beyond it, of either sign, move λ", func(s *Settings) *float64 { return &s.ErrorThreshold }),
	number64("low-accuracy", .7, 0, 1, "accuracy that is surely below it counts as low", func(s *Settings) *float64 { return &s.LowAccuracy }),
	number64("recovered-accuracy", .75, 0, 1, "accuracy from which on low is over", func(s *Settings) *float64 { return &s.RecoveredAccuracy }),
	whole("low-cycles", 10, 1, 1000, "low memories in a row after which λ is optimised", func(s *Settings) *int { return &s.LowCycles }),
	whole("escalations", 3, 1, 100, "optimisations in vain after which a person is asked", func(s *Settings) *int { return &s.Escalations }),
	number64("min-lambda", .1, 0, .5, "the least that λ_s and λ_c may be", func(s *Settings) *float64 { return &s.MinLambda }),
	number64("max-lambda", .9, .5, 1, "the greatest", func(s *Settings) *float64 { return &s.MaxLambda }),
	number64("alpha", .05, .001, 1, "how far an error moves λ where nothing surprises; it grows to twice that", func(s *Settings) *float64 { return &s.Alpha }),
	number64("min-alpha", .01, .001, 1, "its lower bound", func(s *Settings) *float64 { return &s.MinAlpha }),
	number64("max-alpha", .1, .001, 1, "its upper bound", func(s *Settings) *float64 { return &s.MaxAlpha }),
	whole("learn-every", 100, 10, 100_000, "judged hits after which the weights of search are learned again", func(s *Settings) *int { return &s.LearnEvery }),
	whole("min-answers", 20, 10, answerWindow, "judged answers that a domain needs for weights of its own", func(s *Settings) *int { return &s.MinAnswers }),
	whole("full-days", 7, 1, 3650, "days for which every event is kept", func(s *Settings) *int { return &s.FullDays }),
	whole("hourly-days", 90, 0, 3650, "days after those for which one event an hour is kept", func(s *Settings) *int { return &s.HourlyDays }),
	whole("infancy-until", 50, 25, 1_000_000, "memories of a namespace up to which it is young", func(s *Settings) *int { return &s.Stages.Infancy }),
	whole("growth-until", 500, 75, 10_000_000, "memories from which on it is mature", func(s *Settings) *int { return &s.Stages.Growth }),
	number64("infancy-lambda", .7, 0, 1, "λ_s of a young namespace", func(s *Settings) *float64 { return &s.Stages.Young }),
	number64("growth-lambda", .5, 0, 1, "λ_s in between", func(s *Settings) *float64 { return &s.Stages.Growing }),
	number64("maturity-lambda", .3, 0, 1, "λ_s of a mature one", func(s *Settings) *float64 { return &s.Stages.Mature }),
}

func number64(name string, usual, low, high float64, about string, at func(*Settings) *float64) choice {
	return choice{Setting{Name: name, Default: usual, Low: low, High: high, About: about},
		func(s *Settings) float64 { return *at(s) },
		func(s *Settings, v float64) { *at(s) = v }}
}

func whole(name string, usual, low, high float64, about string, at func(*Settings) *int) choice {
	return choice{Setting{Name: name, Default: usual, Low: low, High: high, Whole: true, About: about},
		func(s *Settings) float64 { return float64(*at(s)) },
		func(s *Settings, v float64) { *at(s) = int(min(max(v, -1), 1e9)) }} // outside its bounds it is refused all the same
}
