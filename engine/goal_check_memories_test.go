package engine

import (
	"slices"
	"strings"
	"testing"
)

// The notes of two projects of ours, for TestStepsBesideMemories.
var (
	ferryNotes = strings.Split(`The sailing table has a column for the tide window of the north pier
Cars are counted in lane metres, and a camper van takes seven of them
The deck plan is a grid of lane metres, filled from the bow
A booking holds its lane metres for fifteen minutes, then they are free again
Refunds of cancelled sailings go back to the card within two days
The tide window of the north pier comes from the harbour's tables
Foot passengers need no lane metres and are counted by the gangway
The check-in app scans the code of a booking at the gate
A lorry above four metres stands on the open deck only
Standby cars are let on in the order in which they came to the gate
The gate opens when the code of the booking has been scanned
Tariffs are kept a season, with a child's fare at half of the adult's
The harbour office sends the tables of tides as CSV in December
The open deck is closed when the wind is above nine Beaufort
When a sailing is cancelled all bookings of it get a message by SMS
The SMS provider takes ten messages a second
A group booking has one code and up to sixty foot passengers
The skipper's tablet shows how many lane metres are taken
Bookings of islanders have a fare of their own, checked against the register
The register of islanders is read once a night
Late cars lose their lane metres to standby ten minutes before a sailing
The deck plan is printed at the gate before each sailing
Dogs travel free and are noted on the booking of a foot passenger
The gangway counter is read over a serial line every second
Vouchers are codes of ten letters that pay for one sailing
The child's fare ends with the sixteenth birthday
The skipper's tablet works without a network and sends its counts later
Lane metres of the car deck are checked again when a camper van is measured at the gate
The season begins with the first sailing of April
A cancelled sailing frees the crew's hours in the roster`, "\n")
	shaderNotes = strings.Split(`The shader of the clouds samples two noise textures at different speeds
Shadows are drawn into a cascade of four depth maps
The terrain mesh is split into chunks of 64 by 64 vertices
A particle emitter of rain follows the camera of the player
The normal map of the rocks is compressed with BC5
Light probes are baked at night on the build machine
The water shader reflects the sky box and nothing else
The depth pre-pass costs a millisecond on the old console
Vertex colours hold the wetness of the terrain
The skeleton of the fox has forty bones, each with a weight a vertex
The cascade of depth maps is blended over two metres
Fog is computed in the vertex shader of the terrain mesh
The frame budget of the old console is sixteen milliseconds
The noise textures are tiled, with a seam that shows at sunset
The emitter of sparks uses the depth map for soft particles
A light probe has nine coefficients a colour
Mipmaps of the rocks are sharpened before compression
The sky box is rendered once a minute of game time
The fox casts a shadow from a mesh of fewer vertices
Bloom reads the brightest pixels of the frame at a quarter of the size`, "\n")
)

const ferryGoal = "Sell tickets for the island ferry so that no sailing is overbooked"

// TestStepsBesideMemories uses details of the work that share no word with the goal. If the namespace's memories contain them, they are no drift, and the answer names the nearest
// memory. A step that is unlike all memories is a drift where it would be unclear without them. A series of steps about something else is found as before, also if the namespace has
// notes about that.
func TestStepsBesideMemories(t *testing.T) {
	e := open(t, "")
	ctxNotes := func(namespace string, texts []string) {
		for _, text := range texts {
			rememberOne(t, e, Note{Namespace: namespace, Content: text})
		}
	}
	ctxNotes("ferry", ferryNotes)
	ctxNotes("both", slices.Concat(ferryNotes, shaderNotes))
	details := []string{"Parse the semicolons in the harbour's CSV of tides", "Open the serial port of the gangway counter again after an error", "Raise the timeout of the SMS provider to ten seconds",
		"Cache the nightly register of islanders on the skipper's tablet", "Encode the lane metres of a camper van in two bytes", "Handle a SIGTERM of the reader of the gangway counter", "Keep the colours of the deck plan legible in print", "Add a JSON schema of the tariffs by season"}
	elsewhere := []string{"Compress the normal map of the rocks with fewer mipmaps", "Blend the cascade of depth maps in the terrain shader", "Bake the light probes with nine coefficients",
		"Remove the seam of the noise textures at sunset", "Move the fog from the vertex shader into the pixel shader", "Read the depth map in the emitter of sparks", "Sharpen the mipmaps before the compression with BC5"}
	withheld := 0
	for step, action := range details {
		bare := checkGoal(t, e, GoalCheck{Namespace: "bare", Goal: ferryGoal, Step: step, Action: action, Replanned: true})
		got := checkGoal(t, e, GoalCheck{Namespace: "ferry", Goal: ferryGoal, Step: step, Action: action, Replanned: true})
		t.Logf("%q: %.3f drift %v, with memories drift %v: %s", action, bare.Similarity, bare.Drift, got.Drift, got.Note)
		low := bare.Similarity < bare.Threshold
		if got.Drift || got.Similarity != bare.Similarity || low != strings.Contains(got.Note, "is low, but") || low && (!got.Unclear || got.Severity != "none" || got.Summary.Consecutive != 0) {
			t.Errorf("%q: %+v", action, got)
		}
		if low {
			withheld++
		}
	}
	if withheld < 2 {
		t.Errorf("only %d of the details have a similarity below the threshold: the test shows nothing", withheld)
	}
	for _, namespace := range []string{"bare", "ferry", "both"} {
		var last *GoalChecked
		for step, action := range elsewhere {
			last = checkGoal(t, e, GoalCheck{Namespace: namespace, Goal: ferryGoal, Step: step, Action: action, Replanned: step == 0})
			if namespace == "ferry" && step < 5 && !last.Drift {
				t.Errorf("%s: %q is no drift: %+v", namespace, action, last)
			}
		}
		t.Logf("%s: evidence %.2f, %d in a row: %s", namespace, last.Summary.Run.Evidence, last.Summary.Consecutive, last.Note)
		if !last.Summary.Drifting {
			t.Errorf("%s: a row of steps elsewhere is not found: %+v", namespace, last.Summary)
		}
	}
}

// TestStepLikeNoMemory checks that a step that shares no word with the goal, and is similar to no memory of the namespace, is not reported as on the goal.
func TestStepLikeNoMemory(t *testing.T) {
	e := open(t, "")
	for _, text := range ferryNotes {
		rememberOne(t, e, Note{Namespace: "ferry", Content: text})
	}
	strange := 0
	for _, action := range []string{"Compared standing desks", "Book a table at the restaurant", "Learn to juggle", "Bake bread", "Knit a scarf for winter", "Practise the violin every day"} {
		bare := checkGoal(t, e, GoalCheck{Namespace: "bare", Goal: ferryGoal, Action: action, Replanned: true})
		got := checkGoal(t, e, GoalCheck{Namespace: "ferry", Goal: ferryGoal, Action: action, Replanned: true})
		t.Logf("%q: %.2f, drift %v, unclear %v; with memories: unclear %v %s", action, bare.Similarity, bare.Drift, bare.Unclear, got.Unclear, got.Note)
		if got.Drift != (bare.Drift || got.Similarity < got.Threshold) {
			t.Errorf("%q: drift %v, without memories %v", action, got.Drift, bare.Drift)
		}
		if !bare.Drift && !bare.Unclear {
			t.Errorf("%q is on the goal: %+v", action, bare)
		}
	}
	for _, action := range []string{"Let the loaves rise overnight", "Knead until it is smooth", "Preheat the oven with a stone", "Score the crust before baking", "Roll the pastry thinly", "Whisk cream with sugar", "Knead and fold", "Buy yeast", "Brush the buns with egg", "Cut slices"} {
		bare := checkGoal(t, e, GoalCheck{Namespace: "bare", Goal: breadGoal, Action: action, Replanned: true})
		got := checkGoal(t, e, GoalCheck{Namespace: "ferry", Goal: breadGoal, Action: action, Replanned: true})
		t.Logf("%q: %.2f, drift %v, unclear %v; with memories: unclear %v %s", action, bare.Similarity, bare.Drift, bare.Unclear, got.Unclear, got.Note)
		if !bare.Drift && !bare.Unclear && strings.Contains(got.Note, "none of the 30 memories") {
			strange++
			if !got.Unclear || got.Summary.Run.Evidence != 0 {
				t.Errorf("%q: %+v", action, got)
			}
		}
	}
	if strange == 0 {
		t.Error("none of these shares no word with the goal, is on it, and is like no memory")
	}
	if got := checkGoal(t, e, GoalCheck{Namespace: "ferry", Goal: ferryGoal, Action: "Warn when a sailing is nearly overbooked", Replanned: true}); got.Unclear || got.Drift {
		t.Errorf("a step on the goal: %+v", got)
	}
}
