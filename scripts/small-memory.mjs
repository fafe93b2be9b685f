/**
 * A shop needs no larger young generation than this, and two arenas of the C library: with a machine's own choice it
 * holds some 80 MB more under load, and answers no faster. It may ask for its garbage to be collected (`giveBackMemory`). The
 * Dockerfile says the same.
 */
export const smallMemory = { flags: ['--max-semi-space-size=8', '--expose-gc'], env: { MALLOC_ARENA_MAX: '2' } }
