import { type FairSlots, fairSlots } from '../http/limits/fair-slots.ts'
import type { MetricSource } from '../http/metrics/metrics.ts'

/**
 * So few are made at once that an order waits behind a few of them at every step, not behind all: a hundred requests for pages
 * held each order up for seconds.
 */
const RENDERS_AT_ONCE = 3
const MAX_WAITING = 300
const MAX_WAIT_MS = 8_000

/** The queue of the pages that one process renders. */
export const makeRenders = (): FairSlots =>
  fairSlots({
    slots: RENDERS_AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    message: 'Too many pages are opened at once. Please try again in a moment.',
  })

export const renderMetrics = (renders: FairSlots): MetricSource => ({
  names: { marashi_renders_waiting: 'Pages that wait to be rendered by this process' },
  read: async () => ({ marashi_renders_waiting: renders.waiting }),
})
