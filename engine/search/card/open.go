package card

import (
	"errors"
	"fmt"
	"time"

	"asterism/kernels/cuda"
)

// reserve is what the index leaves free of a card: for the kernels' code, and whoever else uses the card.
func reserve(total uint64) uint64 { return max(total/16, 512<<20) }

// open opens the card, tries it, and starts the lanes.
func (k *keeper) open() (err error) {
	if err := k.marked(); err != nil {
		return err
	}
	if k.root, err = k.options.Open(); err != nil {
		return fmt.Errorf("open the card for the index: %w", err)
	}
	if k.card, err = k.root.Stream(false); err != nil {
		return err
	}
	if k.limit = k.options.Memory; k.limit == 0 {
		free, total, err := k.root.Memory()
		if err != nil {
			return err
		}
		k.limit = free - min(free, reserve(total))
	}
	k.arena = newArena(k.card, k.forChunks())
	if !k.options.Trusted {
		k.say("it is being compared with the processor")
		if err := k.try(); err != nil {
			k.mark(err)
			return err
		}
	}
	if k.tables.scan, err = k.constant(cuda.ScanTables()); err != nil {
		return err
	}
	if k.tables.compare, err = k.constant(cuda.CompareTables()); err != nil {
		return err
	}
	for range lanes {
		k.lanes.Add(1)
		if err := startLane(k.root, k.desk, k.tables.scan, k.lanes.Done); err != nil {
			return err
		}
	}
	return nil
}

// constant brings to the card what does not change.
func (k *keeper) constant(data []byte) (cuda.Pointer, error) {
	at, err := k.card.Alloc(len(data))
	if err != nil {
		return 0, err
	}
	return at, errors.Join(k.card.Upload(at, data), k.card.Wait())
}

// leave gives the card back. Rooms that searches have are waited for: what they read is the card's pinned memory.
func (k *keeper) leave() {
	k.lanes.Wait()
	patience := time.After(closeGrace)
	var all []*room
	for range rooms {
		select {
		case r := <-k.rooms.warm:
			all = append(all, r)
		case <-k.rooms.cold:
		case <-patience:
			k.options.Log.Warn("searches still look at the index on the card: its memory stays until the program ends")
			return
		}
	}
	if k.root == nil {
		return
	}
	if k.card != nil && !errors.Is(k.fate.cause(), cuda.ErrLost) { // a lost card takes nothing back; its context frees all
		if err := k.giveBack(all); err != nil {
			k.options.Log.Warn("the memory of the index was not given back well", "cause", err)
		}
	}
	if err := k.root.Close(); err != nil && k.fate.cause() == errClosed {
		k.options.Log.Warn("the card was not given back well", "cause", err)
	}
}

// giveBack frees what the index and its searches have on the card.
func (k *keeper) giveBack(all []*room) error {
	err := k.card.Wait()
	for _, r := range all {
		err = errors.Join(err, r.leaveWide(k.card), r.leaveNear(k.card))
	}
	for _, r := range append(k.retired, k.leaving) {
		for _, at := range r.tables {
			err = errors.Join(err, k.card.Free(at))
		}
	}
	for _, at := range [...]cuda.Pointer{k.tables.scan, k.tables.compare, k.seats.at} {
		err = errors.Join(err, free(k.card, at))
	}
	if k.arena != nil {
		err = errors.Join(err, k.arena.close())
	}
	return errors.Join(err, unpin(k.card, k.seats.bytes), unpin(k.card, k.staged), k.card.Close())
}
