/* A driver without a GPU: memory of the host, kernels that are functions of a shared library, one thread at a time.

   It keeps a list of the calls (fake_calls), fails where it is told to (fake_fail), and refuses what a driver would:
   freed or foreign memory, unknown handles, launches of what was not loaded. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef int CUresult;
enum { OK = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_DEVICE = 101, INVALID_IMAGE = 200,
       INVALID_HANDLE = 400, NOT_FOUND = 500, ILLEGAL_ADDRESS = 700, LAUNCH_FAILED = 719 };

static char calls[1 << 20];
static size_t used_calls, in_use, most = (size_t)1 << 34;
static char failing[64];
static int failure, current, devices = 2;

typedef struct Block { uint64_t at; size_t size; struct Block *next; } Block;
static Block *blocks;
typedef struct Launch { void *function; unsigned threads; int narg; uint64_t args[8]; struct Launch *next; } Launch;
typedef struct { void *dll; } Module;
typedef struct { void *function; int narg; int size[8]; } Function;
typedef struct { Launch *first, *last; int capturing; } Stream;
static Stream default_stream;

const char *fake_calls(void) { return calls; }
void fake_forget(void) { used_calls = 0; calls[0] = 0; }
void fake_fail(const char *name, int status) { snprintf(failing, sizeof failing, "%s", name); failure = status; }
void fake_limit(size_t bytes) { most = bytes; }
void fake_devices(int n) { devices = n; }
size_t fake_in_use(void) { return in_use; }

static CUresult said(const char *name) {
  size_t n = strlen(name) + 1;
  if (used_calls + n + 1 < sizeof calls) { memcpy(calls + used_calls, name, n - 1); calls[used_calls + n - 1] = '\n';
    used_calls += n; calls[used_calls] = 0; }
  if (failure && !strcmp(name, failing)) { int f = failure; failure = 0; return f; }
  return OK;
}
#define SAY { CUresult r_ = said(__func__); if (r_) return r_; }
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
CUresult cuDevicePrimaryCtxRetain(void **c, int d) { SAY; *c = (void *)(intptr_t)(d + 1); return OK; }
CUresult cuDevicePrimaryCtxRelease_v2(int d) { SAY; return OK; }
CUresult cuCtxSetCurrent(void *c) { SAY; current = (int)(intptr_t)c; return OK; }
CUresult cuMemGetInfo_v2(size_t *f, size_t *t) { SAY; *t = most; *f = most - in_use; return OK; }

CUresult cuMemAlloc_v2(uint64_t *p, size_t n) {
  SAY; NEED_CONTEXT;
  if (in_use + n > most) return OUT_OF_MEMORY;
  Block *b = malloc(sizeof *b);
  b->at = (uint64_t)aligned_alloc(256, (n + 255) & ~(size_t)255);
  memset((void *)b->at, 0xff, n);
  b->size = n; b->next = blocks; blocks = b; in_use += n; *p = b->at;
  return OK;
}
CUresult cuMemFree_v2(uint64_t p) {
  SAY;
  for (Block **b = &blocks; *b; b = &(*b)->next)
    if ((*b)->at == p) { Block *gone = *b; *b = gone->next; in_use -= gone->size; free((void *)p); free(gone); return OK; }
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

/* An image is a 64-bit length and a shared library of so many bytes. */
CUresult cuModuleLoadData(Module **m, const char *image) {
  SAY; NEED_CONTEXT;
  uint64_t n; memcpy(&n, image, 8);
  if (n < 64 || n > (1u << 30) || memcmp(image + 8, "\177ELF", 4)) return INVALID_IMAGE;
  char path[] = "/tmp/gelenk-module-XXXXXX"; /* a name of its own: libraries of one name are one library */
  int file = mkstemp(path); if (file < 0) return INVALID_IMAGE;
  for (uint64_t k = 0; k < n;) { ssize_t w = write(file, image + 8 + k, n - k); if (w <= 0) return INVALID_IMAGE; k += w; }
  close(file);
  void *dll = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  unlink(path);
  if (!dll) { fprintf(stderr, "%s\n", dlerror()); return INVALID_IMAGE; }
  *m = malloc(sizeof **m); (*m)->dll = dll; return OK;
}
CUresult cuModuleUnload(Module *m) { SAY; return m ? OK : INVALID_HANDLE; }
CUresult cuModuleGetGlobal_v2(uint64_t *p, size_t *n, Module *m, const char *name) {
  SAY; NEED_CONTEXT;
  void *at = dlsym(m->dll, name); if (!at) return NOT_FOUND;
  Dl_info info; const ElfW(Sym) *symbol = NULL;
  if (!dladdr1(at, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol || !symbol->st_size) return NOT_FOUND;
  size_t size = symbol->st_size;
  *p = (uint64_t)at; *n = size;
  if (nconstant < 64) { constants[nconstant] = *p; constant_size[nconstant++] = size; }
  else { constants[63] = *p; constant_size[63] = size; }
  return OK;
}
static Function functions[256]; static int nfunction;
CUresult cuModuleGetFunction(Function **f, Module *m, const char *name) {
  SAY; NEED_CONTEXT;
  void *at = dlsym(m->dll, name); if (!at) return NOT_FOUND;
  if (nfunction == 256) nfunction = 0;
  Function *made = &functions[nfunction++];
  made->function = at;
  const char *copy = "gelenk_copy";
  if (!strncmp(name, copy, strlen(copy))) { made->narg = 5; int s[5] = {4, 8, 8, 4, 4}; memcpy(made->size, s, sizeof s); }
  else { made->narg = 3; for (int i = 0; i < 3; i++) made->size[i] = 4; }
  *f = made; return OK;
}
static CUresult run(Launch *l) {
  /* the thread's number is a variable of the library that the function is in */
  Dl_info info; if (!dladdr(l->function, &info)) return LAUNCH_FAILED;
  void *dll = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD); if (!dll) return LAUNCH_FAILED;
  int32_t *thread = dlsym(dll, "gelenk_thread"); if (!thread) return LAUNCH_FAILED;
  for (unsigned t = 0; t < l->threads; t++) {
    *thread = (int32_t)t;
    if (l->narg == 5) ((void (*)(int32_t, uint64_t, uint64_t, int32_t, int32_t))l->function)(
      (int32_t)l->args[0], l->args[1], l->args[2], (int32_t)l->args[3], (int32_t)l->args[4]);
    else ((void (*)(int32_t, int32_t, int32_t))l->function)(
      (int32_t)l->args[0], (int32_t)l->args[1], (int32_t)l->args[2]);
  }
  dlclose(dll);
  return OK;
}
CUresult cuLaunchKernel(Function *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                        unsigned shared, Stream *stream, void **params, void **extra) {
  SAY; NEED_CONTEXT;
  if (!f || !gx || bx > 1024 || !bx) return INVALID_VALUE;
  Stream *s = stream ? stream : &default_stream;
  Launch *l = calloc(1, sizeof *l);
  l->function = f->function; l->threads = gx * bx; l->narg = f->narg;
  /* kernels of worlds take one to three integers: further ones are not read */
  for (int i = 0; i < f->narg && params[i] != NULL; i++) memcpy(&l->args[i], params[i], f->size[i]);
  if (!s->capturing) { CUresult r = run(l); free(l); return r; }
  if (s->last) s->last->next = l; else s->first = l;
  s->last = l;
  return OK;
}
CUresult cuStreamCreate(Stream **s, unsigned flags) { SAY; NEED_CONTEXT; *s = calloc(1, sizeof **s); return OK; }
CUresult cuStreamDestroy_v2(Stream *s) { SAY; free(s); return OK; }
CUresult cuStreamSynchronize(Stream *s) { SAY; NEED_CONTEXT; return OK; }
CUresult cuStreamBeginCapture_v2(Stream *s, int mode) {
  SAY; if (!s || s->capturing) return INVALID_VALUE; s->capturing = 1; s->first = s->last = NULL; return OK; }
CUresult cuStreamEndCapture(Stream *s, Launch **g) {
  SAY; if (!s || !s->capturing) return INVALID_VALUE; s->capturing = 0; *g = s->first; return OK; }
CUresult cuGraphInstantiateWithFlags(Launch **e, Launch *g, unsigned long long flags) { SAY; *e = g; return OK; }
CUresult cuGraphDestroy(Launch *g) { SAY; return OK; }
CUresult cuGraphExecDestroy(Launch *g) { SAY; return OK; }
CUresult cuGraphLaunch(Launch *g, Stream *s) {
  SAY; NEED_CONTEXT;
  for (; g; g = g->next) { CUresult r = run(g); if (r) return r; }
  return OK;
}
