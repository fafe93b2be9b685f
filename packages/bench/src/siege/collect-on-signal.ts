// Loaded before the shop, which soak.ts measures: V8 lets a heap grow before it looks what is still used.
import { inUseLine } from '../environment/in-use-line.ts'

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  console.log(inUseLine.write(heapUsed + external))
})
