import type { Field } from '../describe-fields.ts'

export interface Schema extends Field {
  const?: unknown
  default?: unknown
  required?: string[]
  minimum?: number
}

/** A value that the schema takes: its own example where it has one, else the least that it needs. */
export function exampleValue(schema: Schema, schemas: ReadonlyMap<string, Schema>): unknown {
  const [given] = schema.examples ?? schema.enum ?? []
  if (given !== undefined) return given
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.$ref) return exampleValue(schemas.get(schema.$ref.replace('#/components/schemas/', '')) ?? {}, schemas)
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as Schema[]
  const [first] = alternatives.filter(({ type }) => type !== 'null')
  if (first) return exampleValue(first, schemas)
  return exampleOfType(schema, schemas)
}

function exampleOfType(schema: Schema, schemas: ReadonlyMap<string, Schema>): unknown {
  const [type] = [schema.type].flat().filter((each) => each !== 'null')
  if (type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    const needed = properties.filter(([name]) => schema.required?.includes(name))
    return Object.fromEntries(needed.map(([name, property]) => [name, exampleValue(property, schemas)]))
  }
  if (type === 'array') return schema.items ? [exampleValue(schema.items, schemas)] : []
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return true
  return 'text'
}
