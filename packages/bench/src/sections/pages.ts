import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { type Finding, perSecond } from '../findings.ts'
import { applyLoad, type Stretch } from '../load/apply-load.ts'
import { rateOf, type Tempo, takeTurns } from '../load/take-turns.ts'
import type { Child } from '../stage/children.ts'
import type { Stage } from '../stage/stage.ts'

const PRODUCTS = 48
const MIN_PAGES_PER_SECOND = 500

/**
 * Product pages a second from one process, which has one core for its JavaScript: pages that it remembers, and pages at
 * addresses that nobody has asked for before.
 */
export async function measurePages(stage: Stage, tempo: Tempo): Promise<Finding[]> {
  const shop = await stage.shop(PRODUCTS)
  const answer = await fetch(`${shop.origin}/api/products?page=1&limit=${PRODUCTS}`)
  const paths = ((await answer.json()) as ProductPage).data.map(({ id }) => `/product/${id}`)
  let visits = 0
  const neverAsked = () => `${paths[++visits % paths.length]}?visit=${visits}`
  const costs = { remembered: new ProcessorCost(shop), fresh: new ProcessorCost(shop) }
  const turns = await takeTurns(
    {
      remembered: (seconds) => costs.remembered.of(() => applyLoad({ origin: shop.origin, paths, seconds })),
      fresh: (seconds) => costs.fresh.of(() => applyLoad({ origin: shop.origin, paths: neverAsked, seconds })),
    },
    tempo,
  )
  return [
    finding('Product page, remembered', turns.remembered, costs.remembered),
    finding('Product page, rendered afresh', turns.fresh, costs.fresh),
  ]
}

function finding(measure: string, stretches: Stretch[], cost: ProcessorCost): Finding {
  const rate = rateOf(stretches)
  return {
    measure,
    ours: perSecond(rate),
    target: `≥ ${perSecond(MIN_PAGES_PER_SECOND)}`,
    isReached: rate >= MIN_PAGES_PER_SECOND,
    note: [`p99 ${Math.max(...stretches.map(({ p99Ms }) => p99Ms))} ms`, cost.text()].filter(Boolean).join(', '),
  }
}

/** Adds up the processor time that a process spends on its answers, its helper threads included. */
class ProcessorCost {
  readonly #child: Child
  #seconds = 0
  #answers = 0

  constructor(child: Child) {
    this.#child = child
  }

  async of(work: () => Promise<Stretch>): Promise<Stretch> {
    const before = this.#child.processorSeconds() ?? Number.NaN
    const stretch = await work()
    this.#seconds += (this.#child.processorSeconds() ?? Number.NaN) - before
    this.#answers += stretch.answers
    return stretch
  }

  /** "1.23 ms of processor each"; empty where the system does not tell. */
  text(): string {
    const each = (this.#seconds / this.#answers) * 1_000
    return Number.isNaN(each) ? '' : `${each.toFixed(2)} ms of processor each`
  }
}
