// Loaded before the shop, which soak.ts measures: V8 lets a heap grow before it looks what is still used.
process.on('SIGUSR2', () => globalThis.gc?.())
