/* Steps a frozen world (frozen_world.py) with a library of stages, where there is no Python:
 *
 *     frozen_world LIBRARY WORLD RESULT
 *
 * RESULT gets qpos and qvel after the steps. Prints the status of the stage "step", the number of completed steps, the
 * number of stages that the library lacks, and seconds. */
#ifdef _WIN32
#include <windows.h>
#define open_library(path) ((void *)LoadLibraryA(path))
#define find(library, name) ((void *)GetProcAddress((HMODULE)(library), name))
#define problem() "the library cannot be loaded"
#else
#include <dlfcn.h>
#define open_library(path) dlopen(path, RTLD_NOW)
#define find(library, name) dlsym(library, name)
#define problem() dlerror()
#endif
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { uint64_t region, offset; } Place;
typedef struct { Place slot, target; } Pointer;
typedef struct { uint64_t index; char name[56]; } Stage;
typedef struct {
  uint64_t nregion, npointer, nstage, nstep, nq, nv;
  Place model, data, table, qpos, qvel, status, done;
} Header;

static void say(FILE *file, const char *format, ...) {
  va_list values;
  va_start(values, format);
#ifdef _WIN32 /* whose own libraries have no printf */
  __stdio_common_vfprintf(0, file, format, NULL, values);
#else
  vfprintf(file, format, values);
#endif
  va_end(values);
}

static char **regions;

static void *at(Place place) { return regions[place.region] + place.offset; }

static void fail(const char *what) {
  say(stderr, "frozen_world: %s\n", what);
  exit(1);
}

static void *take(FILE *file, uint64_t size) {
  char *found = malloc(size + 64); /* arrays lie at multiples of 64 bytes */
  if (!found) fail("no memory");
  found += 63 - ((uintptr_t)found + 63) % 64;
  if (fread(found, 1, size, file) != size) fail("the world ends early");
  return found;
}

static int run(int argc, char **argv) {
  if (argc != 4) fail("LIBRARY WORLD RESULT");
  void *library = open_library(argv[1]);
  if (!library) fail(problem());
  FILE *file = fopen(argv[2], "rb");
  if (!file) fail("the world cannot be read");
  Header *world = take(file, sizeof(Header));
  uint64_t *sizes = take(file, world->nregion * sizeof(uint64_t));
  Pointer *pointers = take(file, world->npointer * sizeof(Pointer));
  Stage *stages = take(file, world->nstage * sizeof(Stage));
  regions = malloc(world->nregion * sizeof(char *));
  for (uint64_t i = 0; i < world->nregion; i++) regions[i] = take(file, sizes[i]);
  fclose(file);
  for (uint64_t i = 0; i < world->npointer; i++)
    *(uint64_t *)at(pointers[i].slot) = (uintptr_t)at(pointers[i].target);
  uint64_t *table = at(world->table), missing = 0;
  for (uint64_t i = 0; i < world->nstage; i++) {
    void *found = find(library, stages[i].name);
    table[stages[i].index] = (uintptr_t)found;
    missing += !found;
  }
  int64_t (*step)(void *, void *, int64_t) = (int64_t (*)(void *, void *, int64_t))find(library, "gelenk_step");
  if (!step) fail("the library has no stage gelenk_step");
  clock_t start = clock();
  step(at(world->model), at(world->data), (int64_t)world->nstep);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  FILE *result = fopen(argv[3], "wb");
  if (!result) fail("the result cannot be written");
  fwrite(at(world->qpos), sizeof(double), world->nq, result);
  fwrite(at(world->qvel), sizeof(double), world->nv, result);
  fclose(result);
  say(stdout, "%lld %lld %llu %.3f\n", (long long)*(int64_t *)at(world->status),
      (long long)*(int64_t *)at(world->done), (unsigned long long)missing, seconds);
  return 0;
}

#ifdef _WIN32
int _configure_narrow_argv(int mode);

/* What Windows calls: with the start of a C library, zig would compile that library first (tools.py). */
void mainCRTStartup(void) {
  _configure_narrow_argv(1); /* fills argc and argv, wildcards as they are */
  exit(run(*__p___argc(), *__p___argv()));
}
#else
int main(int argc, char **argv) { return run(argc, argv); }
#endif
