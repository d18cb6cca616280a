package metautl

// choice is a setting and its address.
type choice struct {
	Setting
	get func(*Settings) float64
	set func(*Settings, float64)
}

// choices lists all settings. The defaults are the specification's.
var choices = []choice{
	number64("error-threshold", .2, .01, 1, "prediction errors larger than this, of either sign, correct λ", func(s *Settings) *float64 { return &s.ErrorThreshold }),
	number64("low-accuracy", .7, 0, 1, "an accuracy significantly below this counts as low", func(s *Settings) *float64 { return &s.LowAccuracy }),
	number64("recovered-accuracy", .75, 0, 1, "an accuracy of at least this is no longer low", func(s *Settings) *float64 { return &s.RecoveredAccuracy }),
	whole("low-cycles", 10, 1, 1000, "λ is optimised after this many memories in a row with low accuracy", func(s *Settings) *int { return &s.LowCycles }),
	whole("escalations", 3, 1, 100, "a person is asked after this many optimisations without success", func(s *Settings) *int { return &s.Escalations }),
	number64("min-lambda", .1, 0, .5, "the lower bound of λ_s and λ_c", func(s *Settings) *float64 { return &s.MinLambda }),
	number64("max-lambda", .9, .5, 1, "their upper bound", func(s *Settings) *float64 { return &s.MaxLambda }),
	number64("alpha", .05, .001, 1, "the step of a correction of λ without surprise; with surprise up to twice this", func(s *Settings) *float64 { return &s.Alpha }),
	number64("min-alpha", .01, .001, 1, "its lower bound", func(s *Settings) *float64 { return &s.MinAlpha }),
	number64("max-alpha", .1, .001, 1, "its upper bound", func(s *Settings) *float64 { return &s.MaxAlpha }),
	whole("learn-every", 100, 10, 100_000, "the weights of search are learned again after this many judged hits", func(s *Settings) *int { return &s.LearnEvery }),
	whole("min-answers", 20, 10, answerWindow, "a domain gets weights of its own from this many judged answers on", func(s *Settings) *int { return &s.MinAnswers }),
	whole("full-days", 7, 1, 3650, "every event is kept for this many days", func(s *Settings) *int { return &s.FullDays }),
	whole("hourly-days", 90, 0, 3650, "then one event an hour is kept for this many days", func(s *Settings) *int { return &s.HourlyDays }),
	whole("infancy-until", 50, 25, 1_000_000, "a namespace is young up to this many memories", func(s *Settings) *int { return &s.Stages.Infancy }),
	whole("growth-until", 500, 75, 10_000_000, "it is mature from this many memories on", func(s *Settings) *int { return &s.Stages.Growth }),
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
		func(s *Settings, v float64) { *at(s) = int(min(max(v, -1), 1e9)) }} // a value outside its bounds is refused later
}
