import type { EntityManager } from '@mikro-orm/postgresql'
import type { Compilable, CompiledQuery } from 'kysely'
import { createQueryId } from 'kysely'
import { LRUCache } from 'lru-cache'
import { db } from './db.ts'

/** Where a value stands in the values of a call. */
class StandIn {
  readonly path: readonly (string | number)[]
  constructor(path: readonly (string | number)[]) {
    this.path = path
  }

  /** Called where a statement computes with a value or compares it. */
  [Symbol.toPrimitive](): never {
    throw new Error(`The stand-in of ${this.path.join('.')} has no value while its statement is built.`)
  }
}

/**
 * Makes of `build` a statement that is built and compiled once for each shape: building one of fifty lines costs more than
 * sending it. `variant` is what `build` may decide by; of `values` it may only ask which are undefined and how long a list
 * is, because stand-ins take their places while it runs. Answers the rows.
 */
export function compileOnce<Values extends object, Row, Variant = undefined>(
  build: (em: EntityManager, values: Values, variant: Variant) => Compilable<Row>,
): (em: EntityManager, values: Values, ...variant: Variant extends undefined ? [] : [Variant]) => Promise<Row[]> {
  const compiled = new LRUCache<string, CompiledQuery<Row>>({ max: MAX_SHAPES })
  return async (em, values, ...[variant]) => {
    const shape = JSON.stringify([variant, standInsFor(values, () => 0)])
    const known =
      compiled.get(shape) ??
      build(em, standInsFor(values, (path) => new StandIn(path)) as Values, variant as Variant).compile()
    compiled.set(shape, known)
    const parameters = known.parameters.map((each) => (each instanceof StandIn ? valueAt(values, each.path) : each))
    const { rows } = await db(em).executeQuery<Row>({ ...known, parameters, queryId: createQueryId() })
    return rows
  }
}

/** A list of words can have many shapes; the ones used last are kept. */
const MAX_SHAPES = 500

function standInsFor(
  value: unknown,
  standIn: (path: readonly (string | number)[]) => unknown,
  path: readonly (string | number)[] = [],
): unknown {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return value.map((each, index) => standInsFor(each, standIn, [...path, index]))
  if (path.length > 0) return standIn(path)
  return Object.fromEntries(
    Object.entries(value as object).map(([name, each]) => [name, standInsFor(each, standIn, [name])]),
  )
}

const valueAt = (values: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((found, step) => (found as Record<string | number, unknown>)[step], values)
