/**
 * The parameters of a page's address are text until the page parses them: 4711 may be an order, a phone or a cologne.
 */

/** The parameters of an address (`?search=4711&page=2`), each as it was written; of a repeated one the first counts. */
export function parseSearch(search: string): Record<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(search)) if (!parameters.has(name)) parameters.set(name, value)
  return Object.fromEntries(parameters)
}

/** The address of these parameters, with its question mark; what is undefined is left out. */
export function stringifySearch(parameters: Record<string, unknown>): string {
  const written = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(written).toString()
  return search && `?${search}`
}
