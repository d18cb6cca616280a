package metautl

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"asterism/engine/utl"
	"asterism/models"
)

// EventType is the kind of an event.
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

// EventTypes lists all types. Their indexes are stored, so new ones must be added at the end.
var EventTypes = []EventType{LambdaAdjustment, BayesianEscalation, AccuracyAlert, AccuracyRecovery, WeightClamped, SelfHealing, HumanEscalation}

// ParseEventType parses the name of a type, in upper or lower case, with "_" or "-"; "" means any.
func ParseEventType(v string) (EventType, error) {
	t := EventType(strings.ReplaceAll(strings.ToLower(v), "-", "_"))
	if v != "" && !slices.Contains(EventTypes, t) {
		//lint:ignore ST1005 the text is the tool's, and fixed
		return "", fmt.Errorf("Invalid event type '%s'. Valid types: %s", v, joined(EventTypes))
	}
	return t, nil
}

// Event is a change of the weights or the accuracy.
type Event struct {
	At            time.Time
	Type          EventType
	Error         float64 // predicted − actual; NaN if it does not belong to a single prediction
	Before, After utl.Lambdas
	Accuracy      float64 // the global one
	Escalated     bool    // an escalation was in progress
	Domain        Domain
	Space         models.Space // NoSpace if it does not belong to a single space
	Stands        uint32       // how many events of its hour, type and domain it stands for; 1 before thinning
}

// NoSpace marks an event of no single space.
const NoSpace models.Space = 0xff

// numberOf counts types from 1; 0 is any.
func numberOf(t EventType) uint8 { return uint8(slices.Index(EventTypes, t) + 1) }
