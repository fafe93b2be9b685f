import type { ShopProcess } from '../faults/kill/shop-process.ts'

export interface MemorySample {
  atMs: number
  mebibytes: number
}

/** The memory of the shop while it is under siege. */
export interface MemoryLog {
  samples: readonly MemorySample[]
  stop(): void
}

/** Reads the memory of `shop` every `everyMs` until it is stopped. */
export function recordMemory(shop: ShopProcess, everyMs: number): MemoryLog {
  const samples: MemorySample[] = []
  const timer = setInterval(() => {
    const mebibytes = shop.memoryMiB()
    if (mebibytes !== undefined) samples.push({ atMs: performance.now(), mebibytes })
  }, everyMs)
  return { samples, stop: () => clearInterval(timer) }
}

/** The most memory between two moments; NaN without a sample. */
export function peakMiB(samples: readonly MemorySample[], fromMs: number, toMs: number): number {
  const within = samples.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
  return within.length === 0 ? Number.NaN : Math.max(...within.map(({ mebibytes }) => mebibytes))
}

/** The sample with the least memory of each whole `everyMs` of what was recorded. */
export function leastOfEach(samples: readonly MemorySample[], everyMs: number): MemorySample[] {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last) return []
  const spans = Map.groupBy(samples, ({ atMs }) => Math.floor((atMs - first.atMs) / everyMs))
  spans.delete(Math.floor((last.atMs - first.atMs) / everyMs))
  return [...spans.values()].map((span) => span.reduce((a, b) => (b.mebibytes < a.mebibytes ? b : a)))
}

/** How fast memory grows, in MiB per ten minutes: the slope of the line with the least squares. NaN below two samples. */
export function growthPerTenMinutes(samples: readonly MemorySample[]): number {
  const mean = (pick: (sample: MemorySample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length
  const middleMs = mean(({ atMs }) => atMs)
  const middleMiB = mean(({ mebibytes }) => mebibytes)
  const together = mean(({ atMs, mebibytes }) => (atMs - middleMs) * (mebibytes - middleMiB))
  const alone = mean(({ atMs }) => (atMs - middleMs) ** 2)
  return (together / alone) * 600_000
}
