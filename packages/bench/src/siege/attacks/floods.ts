import type { Attack } from '../attack.ts'
import { flood } from '../flood.ts'
import type { FloodKind } from '../flood-requests.ts'

const A_MILLION = 1_000_000
let floods = 0

/** A flood of one kind, as fast as the shop answers or as often as given. */
export function floodOf(kind: FloodKind, { networks, perSecond }: { networks: number; perSecond?: number }): Attack {
  return async ({ fixture }, seconds) => {
    const {
      answers,
      perSecond: reached,
      p99Ms,
      mostServed,
    } = await flood({
      origin: fixture.origin,
      kind,
      productIds: fixture.products.slice(0, 50).map(({ id }) => id),
      networks,
      seconds,
      firstNth: ++floods * A_MILLION,
      ...(perSecond && { perSecond }),
    })
    const from = networks === 1 ? 'one network' : `${networks.toLocaleString('en')} networks`
    return {
      what: `${kind} from ${from}`,
      answers,
      note: `${Math.round(reached)}/s, p99 ${p99Ms} ms, at most ${mostServed} served a network`,
    }
  }
}
