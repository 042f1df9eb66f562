/* A driver without a GPU: memory of the host, kernels that are functions of a shared library, one thread at a time.

   It keeps a list of the calls (fake_calls), fails where it is told to (fake_fail), and refuses what a driver would:
   freed or foreign memory, unknown handles, launches of what was not loaded.

   Memory ends where a page ends that cannot be touched, and is never given out again: a kernel that reads or writes
   beyond its array, or one that is freed, crashes at once, and not when the heap happens to lie badly. With
   fake_guard_below(1) it begins where such a page ends.

   Where a world has several lanes they are fibres: each runs until it waits for the others, and no other runs meanwhile.
   Which one is first is what fake_order says: so whoever reads what another has yet to write, or writes what another has
   yet to read, does so in one order or another. Lanes that do not all come to a wait fail the launch. Where the order is
   drawn, a lane lets others go on before each pair of geoms: so lanes that had work space in common would spoil it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

typedef int CUresult;
enum { OK = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_DEVICE = 101, INVALID_IMAGE = 200,
       INVALID_HANDLE = 400, NOT_FOUND = 500, ILLEGAL_ADDRESS = 700, LAUNCH_FAILED = 719 };

static char calls[1 << 20];
static size_t used_calls, in_use, most = (size_t)1 << 34;
static char failing[64];
static int failure, devices = 2;
static _Thread_local int contexts[8], depth; /* a thread's own, as the driver's are: 0 is none */
#define current (contexts[depth])
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* finalizers run in any thread, beside any call */
static int lock(void) { return pthread_mutex_lock(&mutex); }
static void unlock(const int *held) { (void)held; pthread_mutex_unlock(&mutex); }

typedef struct Block { uint64_t at; size_t size; char *pages; size_t whole; struct Block *next; } Block;
static Block *blocks;
typedef struct Function { void *function; int32_t *thread; int narg; int size[8]; struct Function *next;
  int lanes; void (**hook)(void), (**pass)(void); } Function;
typedef struct { void *dll; Function *functions; int unloaded; } Module;
typedef struct Launch { const Function *function; unsigned threads; uint64_t args[8]; struct Launch *next; } Launch;
typedef struct { Launch *first, *last; int capturing; } Stream;
static Stream default_stream;

const char *fake_calls(void) { /* and forget them */
  static _Thread_local char told[sizeof calls];
  int held_ __attribute__((cleanup(unlock))) = lock();
  memcpy(told, calls, used_calls + 1); used_calls = 0; calls[0] = 0; return told;
}
void fake_fail(const char *name, int status) { snprintf(failing, sizeof failing, "%s", name); failure = status; }
void fake_limit(size_t bytes) { most = bytes; }
void fake_devices(int n) { devices = n; }
size_t fake_in_use(void) { return in_use; }

static int lost;
void fake_lose(int on) { lost = on; }
static CUresult said(const char *name) {
  size_t n = strlen(name) + 1;
  if (used_calls + n + 1 < sizeof calls) { memcpy(calls + used_calls, name, n - 1); calls[used_calls + n - 1] = '\n';
    used_calls += n; calls[used_calls] = 0; }
  if (lost) return LAUNCH_FAILED; /* whatever is asked of a context that is lost */
  if (failure && !strcmp(name, failing)) { int f = failure; failure = 0; return f; }
  return OK;
}
#define SAY int held_ __attribute__((cleanup(unlock))) = lock(); \
  CUresult r_ = said(__func__); if (r_) return r_
#define NEED_CONTEXT { if (!current) return 201; }

CUresult cuInit(unsigned flags) { SAY; return OK; }
CUresult cuDriverGetVersion(int *v) { SAY; *v = 13000; return OK; }
CUresult cuGetErrorName(CUresult e, const char **text) {
  *text = e == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : e == 100 ? "CUDA_ERROR_NO_DEVICE" : e == 500 ? "CUDA_ERROR_NOT_FOUND"
    : e == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : e == 719 ? "CUDA_ERROR_LAUNCH_FAILED" : e == 400
    ? "CUDA_ERROR_INVALID_HANDLE" : e == 1 ? "CUDA_ERROR_INVALID_VALUE" : e == 200 ? "CUDA_ERROR_INVALID_IMAGE" : NULL;
  return *text ? OK : INVALID_VALUE;
}
CUresult cuDeviceGetCount(int *n) { SAY; *n = devices; return OK; }
CUresult cuDeviceGet(int *d, int k) { SAY; if (k < 0 || k >= devices) return INVALID_DEVICE; *d = k; return OK; }
CUresult cuDeviceGetName(char *s, int n, int d) { SAY; snprintf(s, n, "no GPU %d", d); return OK; }
CUresult cuDeviceGetAttribute(int *n, int which, int d) { SAY; *n = which == 75 ? 9 : 0; return OK; }
CUresult cuDevicePrimaryCtxRetain(void **c, int d) { SAY; *c = (void *)(intptr_t)(d + 1); return OK; }
CUresult cuDevicePrimaryCtxRelease_v2(int d) { SAY; return OK; }
CUresult cuCtxPushCurrent_v2(void *c) {
  SAY; if (depth == 7) return INVALID_VALUE; contexts[++depth] = (int)(intptr_t)c; return OK; }
CUresult cuCtxPopCurrent_v2(void **c) {
  SAY; if (!depth) return INVALID_VALUE; *c = (void *)(intptr_t)contexts[depth--]; return OK; }
CUresult cuCtxSetCurrent(void *c) { SAY; current = (int)(intptr_t)c; return OK; }
CUresult cuMemGetInfo_v2(size_t *f, size_t *t) { SAY; *t = most; *f = most - in_use; return OK; }

static int guard_below;
void fake_guard_below(int on) { guard_below = on; }
CUresult cuMemAlloc_v2(uint64_t *p, size_t n) {
  SAY; NEED_CONTEXT;
  if (in_use + n > most) return OUT_OF_MEMORY;
  size_t page = (size_t)sysconf(_SC_PAGESIZE), whole = (n + page - 1) / page * page;
  char *at = mmap(NULL, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED || mprotect(at + page, whole, PROT_READ | PROT_WRITE)) return OUT_OF_MEMORY;
  Block *b = malloc(sizeof *b);
  b->pages = at; b->whole = whole + 2 * page;
  b->at = (uint64_t)(guard_below ? at + page : at + page + ((whole - n) & ~(size_t)7)); /* numbers are aligned */
  memset((void *)b->at, 0xff, n);
  b->size = n; b->next = blocks; blocks = b; in_use += n; *p = b->at;
  return OK;
}
CUresult cuMemFree_v2(uint64_t p) {
  SAY; NEED_CONTEXT;
  for (Block **b = &blocks; *b; b = &(*b)->next)
    if ((*b)->at == p) {
      Block *gone = *b; *b = gone->next; in_use -= gone->size;
      /* the addresses stay taken, the memory does not */
      mmap(gone->pages, gone->whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
      free(gone); return OK;
    }
  return INVALID_VALUE;
}
static int owned(uint64_t p, size_t n) {
  for (Block *b = blocks; b; b = b->next) if (p >= b->at && p + n <= b->at + b->size) return 1;
  return 0;
}
static uint64_t constants[64]; static size_t constant_size[64]; static int nconstant;
static int writable(uint64_t p, size_t n) {
  if (owned(p, n)) return 1;
  for (int i = 0; i < nconstant; i++) if (p >= constants[i] && p + n <= constants[i] + constant_size[i]) return 1;
  return 0;
}
CUresult cuMemsetD8_v2(uint64_t p, unsigned char c, size_t n) {
  SAY; NEED_CONTEXT; if (!owned(p, n)) return INVALID_VALUE; memset((void *)p, c, n); return OK; }
CUresult cuMemcpyHtoD_v2(uint64_t p, const void *h, size_t n) {
  SAY; NEED_CONTEXT; if (!writable(p, n)) return INVALID_VALUE; memcpy((void *)p, h, n); return OK; }
CUresult cuMemcpyDtoH_v2(void *h, uint64_t p, size_t n) {
  SAY; NEED_CONTEXT; if (!owned(p, n)) return INVALID_VALUE; memcpy(h, (void *)p, n); return OK; }

/* An image is a 64-bit length and a shared library of so many bytes. Its file stays as long as the process: the loader
   takes files of one inode for one library, and the inode of a file that is gone may be that of another. */
static char *files[4096]; static int nfile;
static void tidy(void) __attribute__((destructor));
static void tidy(void) { for (int i = 0; i < nfile; i++) unlink(files[i]); }
CUresult cuModuleLoadData(Module **m, const char *image) {
  SAY; NEED_CONTEXT;
  uint64_t n; memcpy(&n, image, 8);
  if (n < 64 || n > (1u << 30) || memcmp(image + 8, "\177ELF", 4) || nfile == 4096) return INVALID_IMAGE;
  const char *folder = getenv("TMPDIR");
  char path[4096]; snprintf(path, sizeof path, "%s/gelenk-module-XXXXXX", folder ? folder : "/tmp");
  int file = mkstemp(path); if (file < 0) return INVALID_IMAGE;
  files[nfile++] = strdup(path);
  for (uint64_t k = 0; k < n;) {
    ssize_t w = write(file, image + 8 + k, n - k); if (w <= 0) { close(file); return INVALID_IMAGE; } k += w; }
  close(file);
  void *dll = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!dll) { fprintf(stderr, "%s\n", dlerror()); return INVALID_IMAGE; }
  *m = calloc(1, sizeof **m); (*m)->dll = dll; return OK;
}
/* What is unloaded stays in memory, and is refused from then on. */
CUresult cuModuleUnload(Module *m) { SAY; NEED_CONTEXT; if (!m || m->unloaded) return INVALID_HANDLE; m->unloaded = 1; return OK; }
CUresult cuModuleGetGlobal_v2(uint64_t *p, size_t *n, Module *m, const char *name) {
  SAY; NEED_CONTEXT;
  if (!m || m->unloaded) return INVALID_HANDLE;
  void *at = dlsym(m->dll, name); if (!at) return NOT_FOUND;
  Dl_info info; const ElfW(Sym) *symbol = NULL;
  if (!dladdr1(at, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol || !symbol->st_size) return NOT_FOUND;
  size_t size = symbol->st_size;
  *p = (uint64_t)at; *n = size;
  if (nconstant < 64) { constants[nconstant] = *p; constant_size[nconstant++] = size; }
  else { constants[63] = *p; constant_size[63] = size; }
  return OK;
}
CUresult cuModuleGetFunction(Function **f, Module *m, const char *name) {
  SAY; NEED_CONTEXT;
  if (!m || m->unloaded) return INVALID_HANDLE;
  void *at = dlsym(m->dll, name), *thread = dlsym(m->dll, "gelenk_thread"); if (!at || !thread) return NOT_FOUND;
  Function *made = calloc(1, sizeof *made); /* of this module, as long as the process */
  made->function = at; made->thread = thread;
  int *lanes = dlsym(m->dll, "gelenk_lane_count"); made->lanes = lanes ? *lanes : 1; made->hook = dlsym(m->dll, "gelenk_hook");
  made->pass = dlsym(m->dll, "gelenk_pass_hook");
  const char *copy = "gelenk_copy";
  if (!strncmp(name, copy, strlen(copy))) { made->narg = 8; int s[8] = {4, 8, 8, 4, 4, 8, 8, 4}; memcpy(made->size, s, sizeof s); }
  else { made->narg = 3; for (int i = 0; i < 3; i++) made->size[i] = 4; }
  made->next = m->functions; m->functions = made; *f = made; return OK;
}
/* Lanes of a world. */
enum { STACK = 1 << 18 };
static int lane_order;
static unsigned lane_seed;
static long waits;
void fake_order(int order) { lane_order = order; lane_seed = (unsigned)order; } /* 0: up, 1: down, more: drawn by it; less: nobody waits */
long fake_waits(void) { long n = waits; waits = 0; return n; } /* of all worlds, since this was last asked */
static struct { ucontext_t context; char *stack; int done; } fibres[32];
static ucontext_t scheduler;
static int now, passed;
static const Launch *running;
static void wait_for_others(void) { if (lane_order >= 0) swapcontext(&fibres[now].context, &scheduler); }
static void let_others(void) { if (lane_order > 1) { passed = 1; swapcontext(&fibres[now].context, &scheduler); } }
static void one_lane(void) {
  const Launch *l = running;
  ((void (*)(int32_t, int32_t, int32_t))l->function->function)((int32_t)l->args[0], (int32_t)l->args[1], (int32_t)l->args[2]);
  fibres[now].done = 1;
}
static CUresult run_world(const Launch *l, unsigned first) {
  int n = l->function->lanes, order[32];
  running = l;
  *l->function->hook = wait_for_others;
  if (l->function->pass) *l->function->pass = let_others;
  for (int i = 0; i < n; i++) {
    if (!fibres[i].stack) fibres[i].stack = malloc(STACK);
    getcontext(&fibres[i].context);
    fibres[i].context.uc_stack.ss_sp = fibres[i].stack; fibres[i].context.uc_stack.ss_size = STACK;
    fibres[i].context.uc_link = &scheduler; fibres[i].done = 0; order[i] = lane_order == 1 ? n - 1 - i : i;
    makecontext(&fibres[i].context, one_lane, 0);
  }
  for (;;) {
    if (lane_order > 1) for (int i = n - 1; i > 0; i--) {
      int k = rand_r(&lane_seed) % (i + 1), other = order[k]; order[k] = order[i]; order[i] = other; }
    int done = 0, left = n, ready[32];
    for (int i = 0; i < n; i++) ready[i] = 1;
    while (left) { /* until each waits or is done; one that lets others go on is as ready as they are */
      int k = lane_order > 1 ? rand_r(&lane_seed) % n : 0;
      while (!ready[k]) k = (k + 1) % n;
      now = order[k]; passed = 0;
      *l->function->thread = (int32_t)(first + (unsigned)now);
      swapcontext(&scheduler, &fibres[now].context);
      if (!passed) { ready[k] = 0; left--; done += fibres[now].done; }
    }
    if (done == n) return OK;
    if (done) return LAUNCH_FAILED; /* the others would wait for ever */
    waits++;
  }
}
static CUresult run(const Launch *l) {
  const Function *f = l->function;
  if (f->narg == 3 && f->lanes > 1) {
    for (unsigned t = 0; t < l->threads; t += (unsigned)f->lanes) {
      CUresult r = run_world(l, t); if (r) return r; }
    return OK;
  }
  for (unsigned t = 0; t < l->threads; t++) {
    *f->thread = (int32_t)t; /* the thread's number is a variable of the library that the function is in */
    if (f->narg == 8) ((void (*)(int32_t, uint64_t, uint64_t, int32_t, int32_t, uint64_t, uint64_t, int32_t))f->function)(
      (int32_t)l->args[0], l->args[1], l->args[2], (int32_t)l->args[3], (int32_t)l->args[4], l->args[5],
      l->args[6], (int32_t)l->args[7]);
    else ((void (*)(int32_t, int32_t, int32_t))f->function)(
      (int32_t)l->args[0], (int32_t)l->args[1], (int32_t)l->args[2]);
  }
  return OK;
}
CUresult cuLaunchKernel(Function *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                        unsigned shared, Stream *stream, void **params, void **extra) {
  SAY; NEED_CONTEXT;
  if (!f || !gx || bx > 1024 || !bx) return INVALID_VALUE;
  Stream *s = stream ? stream : &default_stream;
  Launch *l = calloc(1, sizeof *l);
  l->function = f; l->threads = gx * bx;
  for (int i = 0; i < f->narg; i++) memcpy(&l->args[i], params[i], f->size[i]);
  if (!s->capturing) { CUresult r = run(l); free(l); return r; }
  if (s->last) s->last->next = l; else s->first = l;
  s->last = l;
  return OK;
}
CUresult cuStreamCreate(Stream **s, unsigned flags) { SAY; NEED_CONTEXT; *s = calloc(1, sizeof **s); return OK; }
CUresult cuStreamDestroy_v2(Stream *s) { SAY; NEED_CONTEXT; free(s); return OK; }
CUresult cuStreamSynchronize(Stream *s) { SAY; NEED_CONTEXT; return OK; }
CUresult cuStreamBeginCapture_v2(Stream *s, int mode) {
  SAY; if (!s || s->capturing) return INVALID_VALUE; s->capturing = 1; s->first = s->last = NULL; return OK; }
CUresult cuStreamEndCapture(Stream *s, Launch **g) {
  SAY; if (!s || !s->capturing) return INVALID_VALUE; s->capturing = 0; *g = s->first; return OK; }
CUresult cuGraphInstantiateWithFlags(Launch **e, Launch *g, unsigned long long flags) { SAY; *e = g; return OK; }
CUresult cuGraphDestroy(Launch *g) { SAY; return OK; }
CUresult cuGraphExecDestroy(Launch *g) { SAY; NEED_CONTEXT; return OK; }
CUresult cuGraphLaunch(Launch *g, Stream *s) {
  SAY; NEED_CONTEXT;
  for (; g; g = g->next) { CUresult r = run(g); if (r) return r; }
  return OK;
}
