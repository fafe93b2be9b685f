import { startBarePages } from '../bare/start-bare.ts'
import type { Environment } from '../environment/environment.ts'
import { readProducts } from '../environment/read-products.ts'
import { type Finding, percent, perSecond } from '../findings.ts'
import { applyLoad, type Stretch } from '../load/apply-load.ts'
import { median, processorNote, rateOf, type Tempo, takeTurns, worstP99Ms } from '../load/take-turns.ts'

/** More pages than the cache holds: a client that asks for each of them has each of them rendered. */
const PRODUCTS = 10_000
const CACHED = 48
const PER_PAGE = 100
/** Enough that no page follows itself. */
const BARE_PAGES = 200
const MIN_PAGES_PER_SECOND = 500
/** Of the processor time of one core, helper threads included: other programs on the machine change it less than a rate. */
const MIN_RENDERED_PER_CORE = 1_000
const MIN_COMPRESSED_PER_CORE = 700

/**
 * Product pages a second from one process, which has one core for its JavaScript: cached pages, and pages that it has to
 * render, as they are and compressed, beside React and its router alone with their data in memory.
 */
export async function measurePages(environment: Environment, tempo: Tempo): Promise<Finding[]> {
  const shop = await environment.shop(PRODUCTS)
  const paths = await productPaths(shop.origin)
  let visits = 0
  const neverCached = () => paths[++visits % paths.length] as string
  const bareIds = paths.slice(0, BARE_PAGES).map((path) => path.slice('/product/'.length))
  const bare = environment.keep(await startBarePages(shop, bareIds))
  const turns = await takeTurns(
    {
      cached: (seconds) => applyLoad({ child: shop, paths: paths.slice(0, CACHED), seconds }),
      rendered: (seconds) => applyLoad({ child: shop, paths: neverCached, seconds }),
      compressed: (seconds) =>
        applyLoad({ child: shop, paths: neverCached, seconds, headers: { 'accept-encoding': 'br' } }),
      bare: (seconds) => applyLoad({ child: bare, paths: paths.slice(0, BARE_PAGES), seconds }),
    },
    tempo,
  )
  return [
    finding('Product page, cached', turns.cached),
    finding('Product page, rendered afresh', turns.rendered),
    perCore('The same, in the time of one core', { ours: turns.rendered, bare: turns.bare }, MIN_RENDERED_PER_CORE),
    perCore('The same, compressed', { ours: turns.compressed, bare: turns.bare }, MIN_COMPRESSED_PER_CORE),
  ]
}

function perCore(measure: string, { ours, bare }: { ours: Stretch[]; bare: Stretch[] }, target: number): Finding {
  const [rate, bareRate] = [ratePerCore(ours), ratePerCore(bare)]
  return {
    measure,
    ours: perSecond(rate),
    baseline: perSecond(bareRate),
    ratio: percent(rate / bareRate),
    target: `≥ ${perSecond(target)}`,
    isReached: rate >= target,
    note: `${processorNote(ours)}; React and its router alone: ${processorNote(bare)}`,
  }
}

const ratePerCore = (stretches: Stretch[]): number => 1_000 / median(stretches.map(({ processorMs }) => processorMs))

async function productPaths(origin: string): Promise<string[]> {
  const paths: string[] = []
  for (let page = 1; page <= PRODUCTS / PER_PAGE; page++) {
    paths.push(...(await readProducts(origin, PER_PAGE, page)).map(({ id }) => `/product/${id}`))
  }
  return paths
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
