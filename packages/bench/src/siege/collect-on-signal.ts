// Loaded before the shop, which soak.ts measures: V8 lets a heap grow before it looks what is still used.
import { inUseLine } from '../environment/in-use-line.ts'

// An ordinary collection leaves pages that are half empty, in uneven steps: after an hour some 60 MiB that nothing uses. This
// one stops the shop for a quarter of a second.
process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { heapUsed, external, rss } = process.memoryUsage()
  console.log(inUseLine.write({ used: heapUsed + external, held: rss }))
})
