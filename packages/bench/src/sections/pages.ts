import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { type Finding, perSecond } from '../findings.ts'
import { applyLoad, type Stretch } from '../load/apply-load.ts'
import { processorNote, rateOf, type Tempo, takeTurns, worstP99Ms } from '../load/take-turns.ts'
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
  const turns = await takeTurns(
    {
      remembered: (seconds) => applyLoad({ child: shop, paths, seconds }),
      fresh: (seconds) => applyLoad({ child: shop, paths: neverAsked, seconds }),
    },
    tempo,
  )
  return [finding('Product page, remembered', turns.remembered), finding('Product page, rendered afresh', turns.fresh)]
}

function finding(measure: string, stretches: Stretch[]): Finding {
  const rate = rateOf(stretches)
  return {
    measure,
    ours: perSecond(rate),
    target: `≥ ${perSecond(MIN_PAGES_PER_SECOND)}`,
    isReached: rate >= MIN_PAGES_PER_SECOND,
    note: `p99 ${worstP99Ms(stretches)} ms, ${processorNote(stretches)}`,
  }
}
