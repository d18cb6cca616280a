package metautl

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"asterism/engine/utl"
	"asterism/models"
)

// EventType says what happened.
type EventType string

// The types of events.
const (
	LambdaAdjustment   EventType = "lambda_adjustment"
	BayesianEscalation EventType = "bayesian_escalation"
	AccuracyAlert      EventType = "accuracy_alert"
	AccuracyRecovery   EventType = "accuracy_recovery"
	WeightClamped      EventType = "weight_clamped"
	SelfHealing        EventType = "self_healing"
	HumanEscalation    EventType = "human_escalation"
)

// EventTypes are all of them. Their places are in stored bytes, so new ones go to the end.
var EventTypes = []EventType{LambdaAdjustment, BayesianEscalation, AccuracyAlert, AccuracyRecovery, WeightClamped, SelfHealing, HumanEscalation}

// ParseEventType reads the name of a type, in capitals or small letters, with "_" or "-"; "" is any.
func ParseEventType(v string) (EventType, error) {
	t := EventType(strings.ReplaceAll(strings.ToLower(v), "-", "_"))
	if v != "" && !slices.Contains(EventTypes, t) {
		//lint:ignore ST1005 the text is the tool's, and fixed
		return "", fmt.Errorf("Invalid event type '%s'. Valid types: %s", v, joined(EventTypes))
	}
	return t, nil
}

// Event is something that happened to the weights or the accuracy.
type Event struct {
	At            time.Time
	Type          EventType
	Error         float64 // predicted − actual; NaN when no single prediction led to it
	Before, After utl.Lambdas
	Accuracy      float64 // the global one
	Escalated     bool    // an escalation was under way
	Domain        Domain
	Space         models.Space // NoSpace when no single space led to it
	Stands        uint32       // how many events of its hour, type and domain it stands for; 1 while all events are kept
}

// NoSpace says that an event is of no single space.
const NoSpace models.Space = 0xff

// numberOf counts types from 1; 0 is any.
func numberOf(t EventType) uint8 { return uint8(slices.Index(EventTypes, t) + 1) }
