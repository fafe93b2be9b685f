import type pg from 'pg'

/** Each connection of the server keeps each of them: some 20 KB. */
const MAX_STATEMENTS = 300
const MAX_SEEN_ONCE = 1_000

// A migration of a newer process may add a column to "all columns", and the server refuses the old statement then.
const readsAllColumns = /\*\s*(,|from\b|$)/i

/**
 * Makes of `Client` a class that has PostgreSQL parse a statement once for each connection instead of every
 * time. It prepares what comes with bound values and comes again; at most 300 texts, because a search can be written in
 * many ways and the server keeps each text until the connection ends.
 *
 * Poolers that hand each transaction to another connection lose prepared statements unless they track them (PgBouncer
 * since 1.21 with `max_prepared_statements`).
 */
export function preparingClient(Client: typeof pg.Client, maxStatements = MAX_STATEMENTS): typeof pg.Client {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || names.size >= maxStatements) return known
    if (readsAllColumns.test(text)) return undefined
    if (!seenOnce.has(text)) {
      if (seenOnce.size >= MAX_SEEN_ONCE) seenOnce.clear()
      seenOnce.add(text)
      return undefined
    }
    seenOnce.delete(text)
    const name = `statement_${names.size + 1}`
    names.set(text, name)
    return name
  }

  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const send: (...parameters: unknown[]) => unknown = this.query.bind(this)
      const query = (statement: unknown, values: unknown, ...rest: unknown[]) => {
        if (typeof statement !== 'string' || !Array.isArray(values) || values.length === 0)
          return send(statement, values, ...rest)
        const name = nameOf(statement)
        return name ? send({ name, text: statement, values }, ...rest) : send(statement, values, ...rest)
      }
      Object.assign(this, { query })
    }
  }
}
