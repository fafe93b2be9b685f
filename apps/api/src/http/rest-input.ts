import type { z } from 'zod'
import { ShopError } from '../shop-error.ts'
import { shortened } from './unknown-fields.ts'

type Primitive = 'number' | 'boolean' | 'text'

interface Definition {
  type: string
  innerType?: { _zod: { def: Definition } }
  in?: { _zod: { def: Definition } }
}

/**
 * Converts the fields of a query string, which are all text, to the contract's types: "2" to 2 where the contract has a
 * number, "true" to true where it has a boolean. Any other text stays text, so that the contract refuses it; nothing is
 * guessed ("" is not 0, "false" is not true). Bodies are JSON and need no conversion.
 */
export function queryReader(schema: z.ZodObject): (query: Record<string, unknown>) => Record<string, unknown> {
  const primitives = new Map<string, Primitive>()
  for (const [name, field] of Object.entries(schema.shape))
    primitives.set(name, primitiveOf(field._zod.def as Definition))
  return (query) =>
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, readValue(value, primitives.get(name))]))
}

function primitiveOf(definition: Definition): Primitive {
  const inner = definition.innerType ?? definition.in
  if (inner) return primitiveOf(inner._zod.def)
  return definition.type === 'number' || definition.type === 'boolean' ? definition.type : 'text'
}

function readValue(value: unknown, primitive: Primitive | undefined): unknown {
  if (typeof value !== 'string') return value
  if (primitive === 'number' && /^-?(0|[1-9]\d{0,15})(\.\d{1,9})?$/.test(value)) return Number(value)
  if (primitive === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** A parameter of an address that the operation does not know; undefined where it knows them all. */
export function unknownParameter(query: unknown, known: ReadonlySet<string>): string | undefined {
  return Object.keys(query as object).find((name) => !known.has(name))
}

/**
 * Refuses a parameter that the operation does not know, as its body refuses a field: a misspelt filter would otherwise answer
 * everything. Throws BAD_REQUEST.
 */
export function refuseUnknownParameters(query: unknown, known: ReadonlySet<string>): void {
  const name = unknownParameter(query, known)
  if (name === undefined) return
  const message = known.size > 0 ? `It takes ${[...known].join(', ')}` : 'It takes no parameters'
  throw new ShopError('BAD_REQUEST', 'This address has a parameter that is not known here.', {
    fields: { [shortened(name)]: message },
  })
}

/**
 * Refuses fields in the body of an operation that reads none: an `updatedAt` there, which belongs in the address, would keep nobody from
 * losing an edit. `known` are the parameters of its address. Throws BAD_REQUEST.
 */
export function refuseFields(body: unknown, known: ReadonlySet<string>): void {
  const [name] = typeof body === 'object' && body !== null ? Object.keys(body) : []
  if (name === undefined) return
  const message = known.has(name) ? `${name} belongs in the address, not in the body` : 'It takes no body'
  throw new ShopError('BAD_REQUEST', 'This operation takes no body.', { fields: { [shortened(name)]: message } })
}
