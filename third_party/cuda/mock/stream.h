// Streams and graphs of the pretended driver: a queue of steps, which are done when somebody waits. Part of mock.c.
enum { MOST_PARAMETERS = 32 };

// step is a copy (to is set), a call (call is set) or a kernel.
struct step {
  struct step *next;
  void (*call)(void *); // with what is kept
  void *to;
  const void *from; // NULL: the bytes are in kept, taken when the step was put
  size_t bytes;
  unsigned char *kept;
  CUfunction function;
  unsigned int grid_x, grid_y, threads, shared;
  uint64_t words[MOST_PARAMETERS];
};

struct CUgraph_st { struct step *first, **last; };
struct CUgraphExec_st { struct step *first, **last; };

struct CUstream_st {
  CUstream next;
  struct step *first, **last;
  CUgraph captured; // what is being captured; NULL: nothing
  int spoilt;       // what is captured is of no use
  pthread_t thread; // that captures
};

static struct CUstream_st null_stream = {.last = &null_stream.first};
static CUstream all_streams; // without the null stream
static int streams, graphs;  // that there are

static void append(struct step ***last, struct step *s) {
  s->next = NULL;
  **last = s;
  *last = &s->next;
}

static struct step *last_of(CUstream stream) {
  struct step *s = stream->first;
  while (s->next) s = s->next;
  return s;
}

static void drop_steps(struct step *s) {
  for (struct step *next; s; s = next) {
    next = s->next;
    free(s->kept);
    free(s);
  }
}

// One pretended thread an element, as far as the grid reaches: a grid that is too small leaves a tail untouched.
static void scale(unsigned int threads, void **parameters) {
  float *x = (float *)(uintptr_t)*(CUdeviceptr *)parameters[0];
  unsigned int n = *(unsigned int *)parameters[1];
  float factor = *(float *)parameters[2];
  for (unsigned int i = 0; i < n && i < threads; i++) x[i] *= factor;
}

static CUresult do_step(struct step *s) {
  if (check_context() != CUDA_SUCCESS) return CUDA_ERROR_LAUNCH_FAILED;
  if (s->to) {
    memcpy(s->to, s->from ? s->from : s->kept, s->bytes);
    return CUDA_SUCCESS;
  }
  if (s->call) {
    s->call(s->kept);
    return CUDA_SUCCESS;
  }
  if (kernels_left == 0) {
    lost = 1;
    return CUDA_ERROR_LAUNCH_FAILED;
  }
  if (kernels_left > 0) kernels_left--;
  void *parameters[MOST_PARAMETERS];
  for (int i = 0; i < MOST_PARAMETERS; i++) parameters[i] = &s->words[i];
  if (strcmp(s->function->name, "scale") == 0) {
    scale(s->grid_x * s->threads, parameters);
    return CUDA_SUCCESS;
  }
  int unknown = asterism_emulate(s->function->name, s->grid_x, s->grid_y, s->threads, s->shared, parameters);
  return unknown ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
}

// finish does all that was put into a stream, in order.
static CUresult finish(CUstream stream) {
  CUresult found = CUDA_SUCCESS;
  for (struct step *s = stream->first; s && found == CUDA_SUCCESS; s = s->next) found = do_step(s);
  drop_steps(stream->first);
  stream->first = NULL;
  stream->last = &stream->first;
  return found;
}

static CUresult finish_all(void) {
  CUresult found = finish(&null_stream);
  for (CUstream s = all_streams; s && found == CUDA_SUCCESS; s = s->next) found = finish(s);
  return found;
}

// check_uncaptured refuses what the thread must not do while it captures, and spoils what it captures.
static CUresult check_uncaptured(void) {
  for (CUstream s = all_streams; s; s = s->next)
    if (s->captured && pthread_equal(s->thread, pthread_self())) {
      s->spoilt = 1;
      return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
  return CUDA_SUCCESS;
}

static CUresult enter_call(void) {
  CUresult found = check_context();
  return found == CUDA_SUCCESS ? check_uncaptured() : found;
}

CUresult cuMemGetInfo(size_t *unused, size_t *total) {
  LOCKED;
  CUresult found = check_context();
  if (found != CUDA_SUCCESS) return found;
  *total = (size_t)devices[current->device].mebibytes << 20;
  *unused = *total - used;
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes) {
  LOCKED;
  CUresult found = enter_call();
  if (found != CUDA_SUCCESS) return found;
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  if (used + bytes > (size_t)devices[current->device].mebibytes << 20) return CUDA_ERROR_OUT_OF_MEMORY;
  void *memory = add_piece(bytes, 0);
  if (!memory) return CUDA_ERROR_OUT_OF_MEMORY;
  used += bytes;
  *address = (CUdeviceptr)(uintptr_t)memory;
  return CUDA_SUCCESS;
}

// Memory that is given back may still be at work: a card waits for that.
CUresult cuMemFree(CUdeviceptr address) {
  LOCKED;
  CUresult found = enter_call();
  if (found == CUDA_SUCCESS) found = finish_all();
  if (found != CUDA_SUCCESS) return found;
  struct piece *p = take_piece(on_card(address), 0);
  if (!p) return CUDA_ERROR_INVALID_VALUE;
  used -= p->bytes;
  free(p);
  return CUDA_SUCCESS;
}

CUresult cuMemHostAlloc(void **address, size_t bytes, unsigned int flags) {
  LOCKED;
  CUresult found = enter_call();
  if (found != CUDA_SUCCESS) return found;
  if (bytes == 0 || flags > CU_MEMHOSTALLOC_PORTABLE) return CUDA_ERROR_INVALID_VALUE;
  *address = add_piece(bytes, 1);
  pinned += *address != NULL;
  return *address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemFreeHost(void *address) {
  LOCKED;
  struct piece *p = take_piece(address, 1);
  if (!p) return CUDA_ERROR_INVALID_VALUE;
  CUresult found = finish_all(); // which may be reading it
  pinned--;
  free(p);
  return found;
}

// put_copy puts a copy into a stream, of what is at from or else of kept, which it takes over.
static CUresult put_copy(CUstream stream, void *to, const void *from, unsigned char *kept, size_t bytes) {
  CUresult found = check_context();
  if (found != CUDA_SUCCESS) return found;
  if (!stream) stream = &null_stream;
  if (stream->captured) {
    stream->spoilt = 1;
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  struct step *s = calloc(1, sizeof *s);
  if (!s) return CUDA_ERROR_OUT_OF_MEMORY;
  s->to = to, s->from = from, s->kept = kept, s->bytes = bytes;
  append(&stream->last, s);
  return CUDA_SUCCESS;
}

// asterism_mock_put puts a call of f with a copy of the data into a stream, for pretended libraries that work on a card.
int asterism_mock_put(CUstream stream, void (*f)(void *), void *data, size_t bytes);
int asterism_mock_put(CUstream stream, void (*f)(void *), void *data, size_t bytes) {
  LOCKED;
  unsigned char *kept = malloc(bytes ? bytes : 1);
  if (!kept) return CUDA_ERROR_OUT_OF_MEMORY;
  memcpy(kept, data, bytes);
  CUresult found = put_copy(stream, NULL, NULL, kept, bytes);
  if (found != CUDA_SUCCESS) {
    free(kept);
    return found;
  }
  last_of(stream ? stream : &null_stream)->call = f;
  return stream ? CUDA_SUCCESS : finish(&null_stream);
}

// From memory that is not pinned a card takes the bytes at once; from pinned memory it takes them when it comes to it.
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  LOCKED;
  if (!holds(on_card(to), bytes, 0)) return CUDA_ERROR_INVALID_VALUE;
  unsigned char *kept = NULL;
  if (!holds(from, bytes, 1)) {
    kept = malloc(bytes ? bytes : 1);
    if (!kept) return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(kept, from, bytes);
  }
  CUresult found = put_copy(stream, on_card(to), kept ? NULL : from, kept, bytes);
  if (found != CUDA_SUCCESS) free(kept);
  return found;
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  LOCKED;
  if (!holds(on_card(from), bytes, 0)) return CUDA_ERROR_INVALID_VALUE;
  CUresult found = put_copy(stream, to, on_card(from), NULL, bytes);
  if (found == CUDA_SUCCESS) memset(to, 0xff, bytes);
  return found;
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
  LOCKED;
  CUresult found = enter_call();
  if (found == CUDA_SUCCESS && !holds(on_card(to), bytes, 0)) found = CUDA_ERROR_INVALID_VALUE;
  if (found == CUDA_SUCCESS) found = finish(&null_stream);
  if (found == CUDA_SUCCESS) memcpy(on_card(to), from, bytes);
  return found;
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
  LOCKED;
  CUresult found = enter_call();
  if (found == CUDA_SUCCESS && !holds(on_card(from), bytes, 0)) found = CUDA_ERROR_INVALID_VALUE;
  if (found == CUDA_SUCCESS) found = finish(&null_stream);
  if (found == CUDA_SUCCESS) memcpy(to, on_card(from), bytes);
  return found;
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority) {
  LOCKED;
  CUresult found = enter_call();
  if (found != CUDA_SUCCESS) return found;
  if (flags > CU_STREAM_NON_BLOCKING || priority > 0 || priority < -5) return CUDA_ERROR_INVALID_VALUE;
  *stream = calloc(1, sizeof **stream);
  if (!*stream) return CUDA_ERROR_OUT_OF_MEMORY;
  (*stream)->last = &(*stream)->first;
  (*stream)->next = all_streams;
  all_streams = *stream;
  streams++;
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy(CUstream stream) {
  LOCKED;
  CUresult found = check_context();
  if (found == CUDA_SUCCESS) found = finish(stream);
  for (CUstream *at = &all_streams; *at; at = &(*at)->next)
    if (*at == stream) {
      *at = stream->next;
      break;
    }
  drop_steps(stream->first);
  free(stream);
  streams--;
  return found;
}

CUresult cuStreamSynchronize(CUstream stream) {
  LOCKED;
  CUresult found = enter_call();
  return found == CUDA_SUCCESS ? finish(stream ? stream : &null_stream) : found;
}

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  LOCKED;
  CUresult found = enter_call();
  if (found != CUDA_SUCCESS) return found;
  if (no_graphs || !stream) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  if (stream->captured || mode != CU_STREAM_CAPTURE_MODE_THREAD_LOCAL) return CUDA_ERROR_INVALID_VALUE;
  stream->captured = calloc(1, sizeof *stream->captured);
  if (!stream->captured) return CUDA_ERROR_OUT_OF_MEMORY;
  stream->captured->last = &stream->captured->first;
  stream->spoilt = 0;
  stream->thread = pthread_self();
  graphs++;
  return CUDA_SUCCESS;
}

static void drop_graph(CUgraph graph) {
  drop_steps(graph->first);
  free(graph);
  graphs--;
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
  LOCKED;
  *graph = NULL;
  if (!stream || !stream->captured) return CUDA_ERROR_ILLEGAL_STATE;
  if (!pthread_equal(stream->thread, pthread_self())) return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
  CUgraph captured = stream->captured;
  stream->captured = NULL;
  CUresult found = check_context();
  if (found != CUDA_SUCCESS || stream->spoilt) {
    drop_graph(captured);
    return found != CUDA_SUCCESS ? found : CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  }
  *graph = captured;
  return CUDA_SUCCESS;
}

// copy_steps appends copies of kernels; there are no others in a graph.
static CUresult copy_steps(struct step ***last, const struct step *from) {
  for (; from; from = from->next) {
    struct step *s = malloc(sizeof *s);
    if (!s) return CUDA_ERROR_OUT_OF_MEMORY;
    *s = *from;
    append(last, s);
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags) {
  LOCKED;
  CUresult found = enter_call();
  if (found != CUDA_SUCCESS) return found;
  if (!graph || flags != 0) return CUDA_ERROR_INVALID_VALUE;
  *exec = calloc(1, sizeof **exec);
  if (!*exec) return CUDA_ERROR_OUT_OF_MEMORY;
  (*exec)->last = &(*exec)->first;
  graphs++;
  return copy_steps(&(*exec)->last, graph->first);
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  LOCKED;
  CUresult found = enter_call();
  if (found != CUDA_SUCCESS) return found;
  return copy_steps(stream ? &stream->last : &null_stream.last, exec->first);
}

CUresult cuGraphDestroy(CUgraph graph) {
  LOCKED;
  drop_graph(graph);
  return check_context();
}

CUresult cuGraphExecDestroy(CUgraphExec exec) {
  LOCKED;
  drop_steps(exec->first);
  free(exec);
  graphs--;
  return check_context();
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
                        CUstream stream, void **parameters, void **extra) {
  LOCKED;
  CUresult found = check_context();
  if (found != CUDA_SUCCESS) return found;
  if (extra || !grid_x || !grid_y || !grid_z || !block_x || !block_y || !block_z || block_x * block_y * block_z > 1024) return CUDA_ERROR_INVALID_VALUE;
  if (grid_x > 0x7fffffff || grid_y > 65535 || grid_z > 65535 || shared_bytes > function->most_shared) return CUDA_ERROR_INVALID_VALUE; // as a card says
  int count = strcmp(function->name, "scale") == 0 ? 3 : asterism_parameters ? asterism_parameters(function->name) : 0;
  if (count < 1 || count > MOST_PARAMETERS) return CUDA_ERROR_INVALID_HANDLE;
  struct step *s = calloc(1, sizeof *s);
  if (!s) return CUDA_ERROR_OUT_OF_MEMORY;
  s->function = function, s->grid_x = grid_x, s->grid_y = grid_y, s->threads = block_x, s->shared = shared_bytes;
  for (int i = 0; i < count; i++) s->words[i] = *(uint64_t *)parameters[i];
  append(!stream ? &null_stream.last : stream->captured ? &stream->captured->last : &stream->last, s);
  return CUDA_SUCCESS;
}

// A launch that may begin before the one in front of it has ended; here it does not. Of a kernel that does not wait itself it is a fault, and ASTERISM_MOCK_NO_DEPENDENTS
// refuses all.
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra) {
  if (config->numAttrs != 1 || config->attrs[0].id != CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION || config->attrs[0].value.programmaticStreamSerializationAllowed != 1)
    return CUDA_ERROR_INVALID_VALUE;
  if (!function->waits || getenv("ASTERISM_MOCK_NO_DEPENDENTS")) return CUDA_ERROR_NOT_SUPPORTED;
  return cuLaunchKernel(function, config->gridDimX, config->gridDimY, config->gridDimZ, config->blockDimX, config->blockDimY, config->blockDimZ, config->sharedMemBytes, config->hStream,
                        parameters, extra);
}
