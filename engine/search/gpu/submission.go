package gpu

import (
	"asterism/kernels/cuda"
)

// submission is one round trip to the GPU: one upload, a list of launches, one download. The search builds it in its
// buffers, and a worker runs it.
type submission struct {
	buffers *buffers
	layout  *layout        // that it reads
	used    submissionSize // so far; if more than the capacity, it is built again in larger buffers
	err     error          // the first error of building it

	filter   []byte // allowed rows and perhaps seats to upload; nil: they are on the GPU
	launches []cuda.Launch
	scan     int    // number of launches before the scan; −1: there is no scan
	question []byte // of the scan
	look     cuda.Look

	grow func(cuda.Machine) error // runs instead of all other steps, to reallocate buffers
	done chan error               // has capacity for the one result
}

// region is a part of what a submission downloads.
type region struct {
	at   cuda.Pointer
	from int
	size int
}

// questionBytes are reserved in front of the uploads. If a scan is shared, the questions of all its submissions are
// stored there.
const questionBytes = (cuda.MostScanQuestions*cuda.ScanQuestionBytes + 255) / 256 * 256

func newSubmission(r *buffers, v *layout) *submission {
	return &submission{buffers: r, layout: v, look: r.look(v.table, v), scan: -1, used: submissionSize{uploaded: questionBytes}, done: make(chan error, 1)}
}

// upload adds data to the upload, at a multiple of 16, and returns its device address.
func (e *submission) upload(data []byte) cuda.Pointer {
	at := e.used.uploaded
	e.used.uploaded += (len(data) + 15) / 16 * 16
	if e.used.uploaded <= len(e.buffers.uploads) {
		copy(e.buffers.uploads[at:], data)
	}
	return e.buffers.submissionMemory + cuda.Pointer(at)
}

// download reserves size bytes that are downloaded.
func (e *submission) download(size int) region {
	g := region{e.buffers.submissionMemory + cuda.Pointer(e.buffers.size.uploaded+e.used.downloaded), e.used.downloaded, size}
	e.used.downloaded += aligned(size)
	return g
}

// scratch reserves size bytes of device memory that are not downloaded.
func (e *submission) scratch(size int) cuda.Pointer {
	at := e.buffers.submissionMemory + cuda.Pointer(e.buffers.size.uploaded+e.buffers.size.downloaded+e.used.scratch)
	e.used.scratch += aligned(size)
	return at
}

// addLaunch adds a launch.
func (e *submission) addLaunch(l cuda.Launch, err error) { e.addLaunches([]cuda.Launch{l}, err) }

func (e *submission) addLaunches(l []cuda.Launch, err error) {
	if e.err == nil {
		e.err = err
	}
	e.launches = append(e.launches, l...)
}

// addScan adds the scan of all rows after the launches so far.
func (e *submission) addScan(q *cuda.ScanQuestion) {
	var err error
	if e.question, err = q.AppendTo(nil); e.err == nil {
		e.err = err
	}
	e.scan = len(e.launches)
}

// data is the downloaded content of a region. It is valid until the search's next submission.
func (e *submission) data(g region) []byte { return e.buffers.downloads[g.from : g.from+g.size] }
