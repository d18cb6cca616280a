package drift

import (
	"fmt"
	"strings"
	"time"

	"asterism/models"

	"github.com/google/uuid"
)

// Level says how low a similarity is.
type Level string

// The levels, best first.
const (
	None     Level = "None"
	Low      Level = "Low"
	Medium   Level = "Medium"
	High     Level = "High"
	Critical Level = "Critical"
)

// ReferenceType says what memories were compared with.
type ReferenceType string

// The reference types.
const (
	ToGoal      ReferenceType = "goal"
	ToCentroid  ReferenceType = "computed_centroid"
	ToNorthStar ReferenceType = "north_star" // for a goal that is the North Star now; entries are stored as ToGoal
)

// Centroid is the goal id of a measurement against the centroid.
const Centroid = "centroid"

// Strategy is how one similarity is computed from those of the spaces.
type Strategy string

// The strategies.
const (
	Cosine    Strategy = "cosine"
	Euclidean Strategy = "euclidean"
	Group     Strategy = "group"
	Synergy   Strategy = "synergy"
	Dominant  Strategy = "dominant"
)

// Strategies lists them, the default first.
var Strategies = []Strategy{Cosine, Euclidean, Group, Synergy, Dominant}

// Timeframes lists the possible periods.
var Timeframes = []string{"1h", "6h", "24h", "7d", "30d", "all"}

// Measurement is one measurement of a set of memories against a reference. Similarities are calibrated to [0,1]; those of
// spaces that are absent in the reference, or in all memories, are NaN and take no part.
type Measurement struct {
	Namespace     string
	Reference     uuid.UUID // the goal; for a centroid the id under which its history is stored
	ReferenceType ReferenceType
	Strategy      Strategy
	Timeframe     string    // "" when ids were given
	Chosen        uuid.UUID // [ChosenOf] the given ids; zero: none were given, or an older program stored the entry
	Level         Level
	Similarity    float64 // overall
	Analyzed      int     // memories
	Spaces        [models.Count]SpaceDrift
	At            time.Time
	Correction    uuid.UUID // whose weights of spaces and goals were in use; zero: none
}

// DriftScore is 1 − Similarity.
func (m *Measurement) DriftScore() float64 { return 1 - m.Similarity }

// LeastJudged is the least number of memories for which a level is reported. Similarities to a goal scatter by some .15 around their mean, so the mean of ten has an
// error of .05, a third of a level.
const LeastJudged = 10

// TooFew reports that there are too few memories for a level. Memories that a caller named are judged, however few they are.
func (m *Measurement) TooFew() bool { return m.Timeframe != "" && m.Analyzed < LeastJudged }

// Drifted reports whether the level is worse than None.
func (m *Measurement) Drifted() bool { return m.Level != None }

// SpaceDrift is one space's part of a measurement: means over the memories that have a value in it.
type SpaceDrift struct {
	Similarity float64 // calibrated; NaN: absent
	Raw        float64 // the space's own similarity to the reference itself; NaN: absent, or only the goals below the reference have the space
	Memories   int
	Level      Level // "" when absent
}

// Entry is a stored measurement.
type Entry struct {
	Measurement
	Marker string   // "", or a change of the weights since the preceding comparable entry: a correction applied or taken back
	Delta  *float64 // similarity minus that of the preceding entry measured in the same way; nil if the answer contains none
}

// Recommendation says what to do about a space that drifted.
type Recommendation struct {
	Space      models.Space
	Priority   string // high, medium
	Issue      string
	Suggestion string
}

// Trend is a least-squares line through the similarities of entries.
type Trend struct {
	Direction Direction
	Velocity  float64 // |slope| a check
	PerDay    float64 // slope over time, per day; 0 with AllAtOnce
	AllAtOnce bool    // the entries span less than [LeastSpan]: there is no slope over time
	Samples   int
	Strategy  Strategy // of the series
	Timeframe string   // of the series; "": named memories
	// Acceleration is nil with too few samples; Cycle is nil unless one is significant.
	Acceleration *Acceleration
	Cycle        *Cycle
	// ChecksToCritical and CriticalAt say when the threshold of Critical is reached at this rate; 0 and zero unless it is worsening.
	// CriticalAt is zero too if the slope over time does not fall, or reaches it in more than a hundred years.
	ChecksToCritical float64
	CriticalAt       time.Time
}

// Direction is the direction of a trend.
type Direction string

// ParseDirection parses a direction, in upper or lower case; "Declining" is the older name of Worsening.
func ParseDirection(v string) (Direction, bool) {
	for _, d := range []Direction{Improving, Stable, Worsening} {
		if strings.EqualFold(v, string(d)) {
			return d, true
		}
	}
	return Worsening, strings.EqualFold(v, "Declining")
}

// UnmarshalText reads a direction as [ParseDirection] does.
func (d *Direction) UnmarshalText(b []byte) error {
	v, ok := ParseDirection(string(b))
	if !ok {
		return fmt.Errorf("unknown direction %.40q: valid are Improving, Stable, Worsening, and the older Declining", b)
	}
	*d = v
	return nil
}

// The directions.
const (
	Improving Direction = "Improving"
	Stable    Direction = "Stable"
	Worsening Direction = "Worsening"
)
