type Route = { options: { validateSearch?: unknown } }
type Schema = { parse: (raw: object) => object } | ((raw: object) => object)

/** Texts that look like other types, as a shopper or the owner may type them into a search box. */
export const deceptiveTexts = [
  '100002',
  '901',
  '0712345901',
  '1e3',
  'true',
  'null',
  '"oud"',
  '[1]',
  '{"a":1}',
  '+254 7',
]

/**
 * Every parameter of every route that takes free text, as `[route id, parameter]`. The parameters are those that a
 * route's schema reads from an address, so that a new one is found without a list.
 */
export function textParameters(routes: object): [route: string, parameter: string][] {
  return Object.entries<Route>(routes as Record<string, Route>).flatMap(([id, { options }]) => {
    const schema = options.validateSearch as Schema | undefined
    if (!schema) return []
    const read = typeof schema === 'function' ? schema : (raw: object) => schema.parse(raw)
    const asked = new Set<string>()
    const note = (_: object, name: string | symbol) => {
      if (typeof name === 'string') asked.add(name)
      return undefined
    }
    read(new Proxy({}, { get: note }))
    const takesText = (name: string) => (read({ [name]: 'oud' }) as Record<string, unknown>)[name] === 'oud'
    return [...asked].filter(takesText).map((name): [string, string] => [id, name])
  })
}
