import { startBare } from '../bare/start-bare.ts'
import type { Child } from '../environment/children.ts'
import type { Environment } from '../environment/environment.ts'
import { readProducts } from '../environment/read-products.ts'
import { type Finding, percent, perSecond } from '../findings.ts'
import { applyLoad, type Load, type Stretch } from '../load/apply-load.ts'
import { neverSeenTerms, nowhereTerms } from '../load/search-terms.ts'
import { processorNote, rateOf, ratioOf, type Tempo, takeTurns } from '../load/take-turns.ts'

type Paths = Load['paths']

interface Measure {
  name: string
  /** What the shop is asked, and what its bare counterpart. */
  ask: (pair: Pair) => { ours: Paths; bare: Paths }
  /** The least share of the bare route's rate. */
  minimum: number
}

const measures: Measure[] = [
  { name: 'List of 12', ask: () => alike(listPaths), minimum: 0.6 },
  { name: 'Detail', ask: ({ detailPaths }) => alike(detailPaths), minimum: 0.6 },
  { name: 'New search', ask: (pair) => searches(neverSeenTerms(pair, Math.random)), minimum: 0.5 },
  { name: 'New search, nothing found', ask: () => searches(nowhereTerms(Math.random)), minimum: 0.5 },
]

const SIZES = { small: 48, large: 10_000 }
const MIN_OF_SMALL_SHOP = 0.75

/** List, detail and search over REST, each beside a bare Fastify, in a small shop and in a large one. */
export async function measureCatalogue(environment: Environment, tempo: Tempo): Promise<Finding[]> {
  const small = await openPair(environment, SIZES.small)
  const large = await openPair(environment, SIZES.large)
  const findings: Finding[] = []
  for (const { name, ask, minimum } of measures) {
    const [few, many] = [ask(small), ask(large)]
    const turns = await takeTurns(
      {
        oursSmall: loadOn(small.shop, few.ours),
        bareSmall: loadOn(small.bare, few.bare),
        oursLarge: loadOn(large.shop, many.ours),
        bareLarge: loadOn(large.bare, many.bare),
      },
      tempo,
    )
    findings.push(
      compare(`${name}, ${SIZES.small} products`, turns.oursSmall, turns.bareSmall, minimum),
      compare(`${name}, ${SIZES.large} products`, turns.oursLarge, turns.bareLarge, minimum),
      compare(`${name}, ${SIZES.large} beside ${SIZES.small}`, turns.oursLarge, turns.oursSmall, MIN_OF_SMALL_SHOP),
    )
  }
  return findings
}

/** A shop and its bare counterpart on the same database. */
interface Pair {
  shop: Child
  bare: Child
  detailPaths: string[]
  /** To search in: each product's name and description. */
  texts: string[]
  /** As many as it takes to find a handful: a shopper of a large shop says more. */
  wordsPerSearch: number
}

const listPaths = [1, 2, 3, 4].map((page) => `/api/products?page=${page}&limit=12`)

async function openPair(environment: Environment, products: number): Promise<Pair> {
  const shop = await environment.shop(products)
  const some = await readProducts(shop.origin, 48)
  const detailPaths = some.map(({ id }) => `/api/products/${id}`)
  const bare = environment.keep(await startBare(shop, [...listPaths, ...detailPaths]))
  const texts = some.map(({ name, description }) => `${name} ${description}`)
  return { shop, bare, detailPaths, texts, wordsPerSearch: products > 1_000 ? 4 : 2 }
}

const alike = (paths: Paths) => ({ ours: paths, bare: paths })

function searches(nextTerm: () => string): { ours: Paths; bare: Paths } {
  return {
    ours: () => `/api/products?page=1&limit=12&search=${encodeURIComponent(nextTerm())}`,
    bare: () => `/search?search=${encodeURIComponent(nextTerm())}`,
  }
}

const loadOn =
  (child: Child, paths: Paths) =>
  (seconds: number): Promise<Stretch> =>
    applyLoad({ child, paths, seconds })

function compare(measure: string, ours: Stretch[], baseline: Stretch[], minimum: number): Finding {
  const ratio = ratioOf(ours, baseline)
  return {
    measure,
    ours: perSecond(rateOf(ours)),
    baseline: perSecond(rateOf(baseline)),
    ratio: percent(ratio),
    target: `≥ ${percent(minimum)}`,
    isReached: ratio >= minimum,
    note: `${processorNote(ours)}, ${processorNote(baseline)}`,
  }
}
