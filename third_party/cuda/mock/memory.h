// The memory of the pretended driver. Part of mock.c.
enum { HEAD = 256 }; // what is allocated lies behind its own record, at a multiple of 256 as on a card

struct piece {
  struct piece *next;
  size_t bytes;
  int pinned; // on the host
};

static struct piece *pieces;
static size_t used; // bytes allocated, on all devices
static int pinned;  // pieces

static void *inside(struct piece *p) { return (char *)p + HEAD; }

static void *add_piece(size_t bytes, int on_host) {
  struct piece *p = aligned_alloc(HEAD, HEAD + (bytes + HEAD - 1) / HEAD * HEAD);
  if (!p) return NULL;
  memset(inside(p), 0xff, bytes); // what nobody wrote reads as NaN
  *p = (struct piece){pieces, bytes, on_host};
  pieces = p;
  return inside(p);
}

// take_piece removes the piece at that address; NULL when there is none of that kind.
static struct piece *take_piece(const void *address, int on_host) {
  for (struct piece **at = &pieces; *at; at = &(*at)->next) {
    struct piece *p = *at;
    if (inside(p) != address || p->pinned != on_host) continue;
    *at = p->next;
    return p;
  }
  return NULL;
}

// holds answers whether one piece of that kind has all the bytes.
static int holds(const void *address, size_t bytes, int on_host) {
  const char *from = address;
  for (struct piece *p = pieces; p; p = p->next)
    if (p->pinned == on_host && from >= (char *)inside(p) && from + bytes <= (char *)inside(p) + p->bytes) return 1;
  return 0;
}

// drop_card_memory frees what was not given back, as the end of a context does.
static void drop_card_memory(void) {
  for (struct piece **at = &pieces; *at;) {
    struct piece *p = *at;
    if (p->pinned) {
      at = &p->next;
      continue;
    }
    *at = p->next;
    free(p);
  }
  used = 0;
}

static void *on_card(CUdeviceptr address) { return (void *)(uintptr_t)address; }
