package card

import (
	"errors"
	"fmt"
	"runtime"

	"asterism/engine/caught"
	"asterism/kernels/cuda"
)

// lanes is how many streams searches have: while the answer of one is copied, that of another is computed.
const lanes = 2

// desk is where errands wait for a lane. They wait in nobody's list: who sends one waits until a lane takes it.
type desk struct {
	errands chan *errand
	scans   chan *errand // those with a scan, which may go together
	fate    *fate
	counted *counts
}

// lane is one goroutine on a thread of its own with a stream of its own, which runs one errand after another.
type lane struct {
	desk   *desk
	card   cuda.Machine
	tables cuda.Pointer // of cuda.ScanTables
}

// startLane starts a lane on a stream of the card. It ends when the mirror's fate is sealed; done is called then.
func startLane(root cuda.Machine, d *desk, tables cuda.Pointer, done func()) error {
	started := make(chan error, 1)
	go func() {
		defer done()
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine, and with it what the driver keeps of it
		var card cuda.Machine
		err := caught.Run(func() (err error) { card, err = root.Stream(true); return err })
		started <- err
		if err != nil {
			return
		}
		l := &lane{d, card, tables}
		fault := caught.Do(l.serve)
		if fault != nil { // whoever waits for the lane would wait for good
			d.fate.end(fault, func() {})
		}
		_ = caught.Run(func() error {
			_ = card.Wait()
			return card.Close() // a lost card takes nothing back; its context frees all
		})
	}()
	return <-started
}

func (l *lane) serve() {
	for {
		select {
		case <-l.desk.fate.gone:
			return
		default:
		}
		select {
		case e := <-l.desk.errands:
			e.answer <- l.guarded(func() error { return l.run(e) })
		case e := <-l.desk.scans:
			l.scanAll(e)
		case <-l.desk.fate.gone:
			return
		}
	}
}

// run does one errand.
func (l *lane) run(e *errand) error {
	if e.grow != nil {
		return e.grow(l.card)
	}
	err := l.begin(e)
	if err == nil {
		err = l.end(e)
	}
	return err
}

// begin uploads what an errand brings and starts what comes before its scan.
func (l *lane) begin(e *errand) error {
	if e.marks != nil {
		if err := l.card.Upload(e.room.wide, e.marks); err != nil {
			return fmt.Errorf("bring the allowed rows: %w", err)
		}
	}
	if e.used.brought > questionRoom {
		if err := l.card.Upload(e.room.near+questionRoom, e.room.staged[questionRoom:e.used.brought]); err != nil {
			return fmt.Errorf("bring the question: %w", err)
		}
	}
	n := len(e.launches)
	if e.scan >= 0 {
		n = e.scan
	}
	return l.launch(e.launches[:n])
}

// end starts what comes behind the scan and fetches the answer.
func (l *lane) end(e *errand) error {
	if e.scan >= 0 {
		if err := l.launch(e.launches[e.scan:]); err != nil {
			return err
		}
	}
	l.desk.counted.waits.Add(1)
	if e.used.fetched == 0 {
		return l.card.Wait()
	}
	if err := l.card.Download(e.room.result[:e.used.fetched], e.room.near+cuda.Pointer(e.room.size.brought)); err != nil {
		return fmt.Errorf("fetch the answer: %w", err)
	}
	return nil
}

func (l *lane) launch(launches []cuda.Launch) error {
	for _, one := range launches {
		if err := l.card.Launch(one); err != nil {
			return err
		}
	}
	return nil
}

// scanAll runs an errand with a scan, and with it those that wait for one meanwhile: errands over the same rows share one.
func (l *lane) scanAll(first *errand) {
	waiting := []*errand{first}
	for len(waiting) < cuda.MostScanQuestions {
		select {
		case e := <-l.desk.scans:
			waiting = append(waiting, e)
			continue
		default:
		}
		break
	}
	for len(waiting) > 0 {
		var together, others []*errand
		for _, e := range waiting {
			if e.view == waiting[0].view {
				together = append(together, e)
			} else {
				others = append(others, e)
			}
		}
		l.scanTogether(together)
		waiting = others
	}
}

// scanTogether runs errands over the same rows with one scan.
func (l *lane) scanTogether(all []*errand) {
	err := l.guarded(func() error {
		for _, e := range all {
			if err := l.begin(e); err != nil {
				return err
			}
		}
		return l.scan(all)
	})
	for _, e := range all {
		one := err
		if err == nil {
			one = l.guarded(func() error { return l.end(e) })
		}
		e.answer <- one
	}
}

// scan writes the questions side by side into the first one's room and launches the scan of all rows.
func (l *lane) scan(all []*errand) error {
	first, bytes := all[0], make([]byte, 0, questionRoom)
	for _, e := range all {
		bytes = append(bytes, e.question...)
	}
	copy(first.room.staged, bytes)
	if err := l.card.Upload(first.room.near, first.room.staged[:len(bytes)]); err != nil {
		return fmt.Errorf("bring the questions: %w", err)
	}
	scan, err := cuda.ScanCodes(first.look, l.tables, first.room.near, len(all))
	if err != nil {
		return err
	}
	l.desk.counted.scans.Add(1)
	l.desk.counted.questions.Add(int64(len(all)))
	return l.card.Launch(scan)
}

// guarded runs f, whose panic is an error. After a fault nothing of it is at work any more.
func (l *lane) guarded(f func() error) error {
	err := caught.Run(f)
	if err != nil && !errors.Is(err, cuda.ErrLost) {
		if waited := l.card.Wait(); errors.Is(waited, cuda.ErrLost) {
			err = waited
		}
	}
	return err
}
