package workspace

import "slices"

// Watch calls fn for each memory that enters any workspace, one after another, until stop is called. fn must
// not block.
func (ms *Minds) Watch(fn func(Entry)) (stop func()) {
	ms.listening.Lock()
	defer ms.listening.Unlock()
	ms.listeners = append(slices.Clone(ms.listeners), &fn)
	return func() {
		ms.listening.Lock()
		defer ms.listening.Unlock()
		ms.listeners = slices.DeleteFunc(slices.Clone(ms.listeners), func(f *func(Entry)) bool { return f == &fn })
	}
}

func (ms *Minds) tell(entry Entry) {
	ms.listening.Lock()
	listeners := ms.listeners
	ms.listening.Unlock()
	for _, fn := range listeners {
		(*fn)(entry)
	}
}
