import { attemptKey, attemptLapsesAfterMs, lapsedIsKnownForMs } from '../lib/attempt-life.ts'
import { boot } from './boot.ts'
import { dropLapsed } from './drop-lapsed.ts'
import { outliveTranslators } from './outlive-translators.ts'
import { watchOrder } from './watch-order.ts'

/** Most of an order's page is read and left, so its code comes when somebody touches it or the order changes. */
const orderRoute = '/order/$secret'

/**
 * The source text of `boot` and its call for the page of one route, and of what else runs on every page before its code.
 * `entry` is imported; `preloads` and the route's own modules are loaded in parallel.
 */
export function bootScriptFor({ entry, preloads }: { entry: string; preloads: readonly string[] }) {
  return (routeId: string): string => {
    const own = import.meta.env.ROUTE_CHUNKS[routeId] ?? []
    const modules = JSON.stringify([[...preloads, entry], own])
      .slice(1, -1)
      .replaceAll('<', '\\u003c')
    const drop = `(${dropLapsed})("${attemptKey}",${attemptLapsesAfterMs},${lapsedIsKnownForMs})`
    const always = `${drop};(${outliveTranslators})()`
    return routeId === orderRoute
      ? `(${boot})(${modules},true);(${watchOrder})();${always}`
      : `(${boot})(${modules});${always}`
  }
}
