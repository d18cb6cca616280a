package backend

import "errors"

// ErrLost is wrapped by the error of a backend whose device is lost: no call to it will work again, in any space. The failure of one batch or of one
// space does not wrap it.
var ErrLost = errors.New("the device is lost")
