import type { Plugin } from 'vite'
import { leaveOut } from './leave-out.ts'

/** Queries of several pages, several queries at once, and subscriptions. */
const unused = [
  ...['usePrefetchQuery$1', 'useSubscription', 'useInfiniteQuery$1', 'usePrefetchInfiniteQuery$1'],
  ...['useSuspenseInfiniteQuery$1', 'useQueries$1', 'useSuspenseQueries$1'],
]
const functionsInConstants = /const (useQueries|useSuspenseQueries)(\$1) = \(.*\) => \{/g
const utilities = /^\t\t(?:queryOptions|infiniteQueryOptions|(?:fetch|prefetch)InfiniteQuery): \(.*?^\t\t\},/gms

const isTrpc = /node_modules[\\/]@trpc[\\/][^\\/]+[\\/]dist[\\/][^\\/]+\.mjs$/
const spread = 'function _objectSpread2('
/** What browsers do by themselves by now. */
const modern = {
  _objectSpread2: 'Object.assign(...arguments)',
  _defineProperty: 'Object.assign(arguments[0], { [arguments[1]]: arguments[2] })',
}

const severalPages =
  '(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)'

/** Whoever uses one of these in a later version has to take it off the lists. */
const refused =
  /\b(usePrefetchQuery|useSubscription|useInfiniteQuery|usePrefetchInfiniteQuery|useSuspenseInfiniteQuery|useQueries|useSuspenseQueries|queryOptions|infiniteQueryOptions|fetchInfinite|prefetchInfinite)\b/

/**
 * Builds tRPC's hooks without those that the storefront does not use: 4 KiB less on every first page. All of them are one
 * object, so that the bundler cannot know, and each brings a part of TanStack Query along.
 */
export function slimTrpc(): Plugin {
  return {
    name: 'slim-trpc',
    apply: 'build',
    enforce: 'pre',
    transform(given, id) {
      const code = isTrpc.test(id) && given.includes(spread) ? leaveOut(given, { unused: [], answered: modern }) : given
      if (/@trpc[\\/]react-query[\\/]dist[\\/]shared-.+\.mjs$/.test(id)) {
        const asFunctions = replace(code, functionsInConstants, 'function $1$2() {')
        return { code: leaveOut(replace(asFunctions, utilities, ''), { unused }), map: null }
      }
      if (/query-core[\\/]build[\\/]modern[\\/]query\.js$/.test(id)) {
        return { code: replace(code, severalPages, 'this.options.behavior'), map: null }
      }
      const use = id.includes('node_modules') ? null : refused.exec(code)
      if (use) throw new Error(`${id} uses ${use[0]}, which build/slim/trpc.ts leaves out.`)
      return code === given ? undefined : { code, map: null }
    },
  }
}

function replace(code: string, part: RegExp | string, by: string): string {
  const rest = code.replace(part, by)
  if (rest === code) throw new Error(`There is no ${part} to be left out.`)
  return rest
}
