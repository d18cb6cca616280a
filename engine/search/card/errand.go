package card

import (
	"asterism/kernels/cuda"
)

// errand is one way of a search to the card and back: one upload, a row of launches, one download. It is put together by the search's goroutine in its room, and run
// by a lane.
type errand struct {
	room *room
	view *view      // that it looks at
	used errandSize // so far; more than the room has: it is put together once more in a larger one
	err  error      // the first fault of what was put together

	marks    []byte // of the room's, to be brought: allowed rows and perhaps seats; nil: they are there
	launches []cuda.Launch
	scan     int    // how many launches come before the scan; −1: there is none
	question []byte // of the scan
	look     cuda.Look

	grow   func(cuda.Machine) error // instead of all that
	answer chan error               // takes one answer without anybody waiting for it
}

// region is a part of what an errand fetches.
type region struct {
	at   cuda.Pointer
	from int
	size int
}

// questionRoom is kept free in front of what an errand brings: an errand whose scan takes others along has their questions there.
const questionRoom = (cuda.MostScanQuestions*cuda.ScanQuestionBytes + 255) / 256 * 256

func newErrand(r *room, v *view) *errand {
	return &errand{room: r, view: v, look: r.look(v.table, v), scan: -1, used: errandSize{brought: questionRoom}, answer: make(chan error, 1)}
}

// bring puts data among what is uploaded, at a multiple of 16.
func (e *errand) bring(data []byte) cuda.Pointer {
	at := e.used.brought
	e.used.brought += (len(data) + 15) / 16 * 16
	if e.used.brought <= len(e.room.staged) {
		copy(e.room.staged[at:], data)
	}
	return e.room.near + cuda.Pointer(at)
}

// fetch makes room for so many bytes that come back.
func (e *errand) fetch(size int) region {
	g := region{e.room.near + cuda.Pointer(e.room.size.brought+e.used.fetched), e.used.fetched, size}
	e.used.fetched += aligned(size)
	return g
}

// keep makes room for so many bytes on the card, which do not come back.
func (e *errand) keep(size int) cuda.Pointer {
	at := e.room.near + cuda.Pointer(e.room.size.brought+e.room.size.fetched+e.used.kept)
	e.used.kept += aligned(size)
	return at
}

// launch adds launches.
func (e *errand) launch(l cuda.Launch, err error) { e.launchAll([]cuda.Launch{l}, err) }

func (e *errand) launchAll(l []cuda.Launch, err error) {
	if e.err == nil {
		e.err = err
	}
	e.launches = append(e.launches, l...)
}

// scanNow puts the scan of all rows behind the launches so far.
func (e *errand) scanNow(q *cuda.ScanQuestion) {
	var err error
	if e.question, err = q.AppendTo(nil); e.err == nil {
		e.err = err
	}
	e.scan = len(e.launches)
}

// data is what came back in a region. It is the room's, and good until the search's next errand.
func (e *errand) data(g region) []byte { return e.room.result[g.from : g.from+g.size] }
