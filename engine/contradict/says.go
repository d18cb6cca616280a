package contradict

import "asterism/engine/pattern"

// The words by which a text says that something changed. This file alone lists them.
const (
	// plainSigns say little else.
	plainSigns = `no longer|instead of|any ?more|moved|replaced|replaces|took over|taken over|takes over|switched|migrated|changed|renamed|raised|lowered|increased|reduced|became|went (?:from|back|on)|` +
		`stepped down|resigned|retired|from now on`
	// vanishing are participles of what is there no more, and absent is what is said of somebody who may come back.
	vanishing = `gone|removed|dropped|abolished|discontinued|scrapped|dissolved|retired|(?:switched|turned|shut|closed) (?:off|down)`
	absent    = `ill|sick|away|on leave|on holiday`
	// otherSigns say other things as well: [Told] looks for what they change.
	otherSigns = `(?:has|have|was|were|is|are|been|will be) (?:` + vanishing + `|` + absent + `|rescheduled|postponed|delayed)|` +
		`moves|cut|bumped|upgraded|downgraded|extended|shortened|doubled|halved|postponed|rescheduled|` +
		`(?:goes|go|went|going) (?:up|down|from|back)|(?:rises|rose|drops|dropped|grew|grows|fell|falls) (?:to|from)|reversed|as of|starting|now|left`
	// wideSigns are those of many texts: they count where a question asks for what is current.
	wideSigns = `now|since|new|as of|belongs? to`
)

var (
	changes = pattern.New(`(?i)\b(?:` + plainSigns + `)\b|\bleft[;,.]`)
	tells   = pattern.New(`(?i)\b(?:` + plainSigns + `|` + otherSigns + `)\b`)
	wide    = pattern.New(`(?i)\b(?:` + wideSigns + `)\b`)
	// gains is how a text says that a thing has something more: "now has a trailer". nowHas says so of anything.
	gains  = pattern.New(`(?i)\b(?:now (?:has|have|gets?) an? |now also|too[.!]?$)`)
	nowHas = pattern.New(`(?i)\bnow (?:has|have|gets?|shows?|covers?|includes?)\b`)
)
