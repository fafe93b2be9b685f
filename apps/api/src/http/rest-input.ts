import type { z } from 'zod'

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
