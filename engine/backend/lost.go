package backend

import "errors"

// ErrLost is wrapped by the error of a backend whose device is gone for good: nothing of it will work again, in any space. A fault of one batch
// or of one space is not that.
var ErrLost = errors.New("the device is lost")
