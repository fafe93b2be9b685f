import type { OpenAPIObject } from 'trpc-to-openapi'
import type { Field } from '../describe-fields.ts'

/** One thing that programs rely on: an operation, a parameter, a field of a body or of an answer. */
export interface Promised {
  /** What it may hold, such as `string` and `null`; of an operation: who may call it. */
  types: string[]
  /** A request needs it, or an answer always has it. */
  isRequired: boolean
  /** The only values, where they are listed. */
  values: string[]
}

/** Everything that programs rely on, by its way: `POST /orders > order.total`, `GET /products < [].price`. */
export type Surface = Map<string, Promised>

type Document = Pick<OpenAPIObject, 'paths' | 'components'>
type Schema = Field & { required?: string[]; const?: unknown; type?: string | string[] }

/** What a document promises, without its words. */
export function surfaceOf({ paths = {}, components }: Document): Surface {
  const surface: Surface = new Map()
  const schemas = new Map(Object.entries((components?.schemas ?? {}) as Record<string, Schema>))
  for (const [path, item] of Object.entries(paths)) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = item[method]
      if (!operation) continue
      const name = `${method.toUpperCase()} ${path}`
      surface.set(name, { types: callersOf(operation.security), isRequired: false, values: [] })
      const add = (way: string, schema: Schema, isRequired: boolean) =>
        addField(surface, schemas, { way, schema, isRequired, parents: [] })
      for (const parameter of operation.parameters ?? []) {
        const {
          name: known,
          schema,
          required = false,
        } = parameter as { name: string; schema: Schema; required?: boolean }
        add(`${name} > ?${known}`, schema, required)
      }
      for (const { schema } of mediaOf(operation.requestBody)) add(`${name} >`, schema, true)
      for (const [status, answer] of Object.entries(operation.responses ?? {})) {
        if (status.startsWith('2')) for (const { schema } of mediaOf(answer)) add(`${name} <`, schema, true)
      }
    }
  }
  return surface
}

const mediaOf = (body: unknown): { schema: Schema }[] =>
  Object.values((body as { content?: Record<string, { schema?: Schema }> } | undefined)?.content ?? {}).flatMap(
    ({ schema }) => (schema ? [{ schema }] : []),
  )

/** Where nothing is needed, a key that is named all the same is what a key needs. */
function callersOf(security: object[] = []): string[] {
  const named = security.map((each) => Object.entries(each).flat(2).join(' '))
  if (named.length > 0 && !named.includes('')) return named
  const keys = named.filter((caller) => caller.startsWith('apiKey'))
  return keys.length === 0 ? ['anybody'] : ['anybody without a key', ...keys]
}

interface Found {
  way: string
  schema: Schema
  isRequired: boolean
  /** Components that it stands in: one inside itself is not followed. */
  parents: string[]
}

function addField(surface: Surface, schemas: ReadonlyMap<string, Schema>, { way, schema, isRequired, parents }: Found) {
  const branches = branchesOf(schema, schemas, parents)
  const before = surface.get(way)
  const values = valuesOf(branches.map(({ schema: each }) => each))
  surface.set(way, {
    types: unique([...(before?.types ?? []), ...branches.flatMap(({ schema: each }) => typesOf(each))]),
    isRequired: isRequired && before?.isRequired !== false,
    values:
      before && (before.values.length === 0 || values.length === 0)
        ? []
        : unique([...(before?.values ?? []), ...values]),
  })
  for (const { schema: each, parents: within } of branches) {
    const more = { parents: within, isRequired: true }
    if (each.items) addField(surface, schemas, { ...more, way: `${way}[]`, schema: each.items as Schema })
    if (typeof each.additionalProperties === 'object') {
      addField(surface, schemas, { ...more, way: `${way}{}`, schema: each.additionalProperties as Schema })
    }
    for (const [name, property] of Object.entries(each.properties ?? {})) {
      const needed = each.required?.includes(name) ?? false
      const there = /[<>]$/.test(way) ? `${way} ${name}` : `${way}.${name}`
      addField(surface, schemas, { parents: within, isRequired: needed, way: there, schema: property as Schema })
    }
  }
}

/** The schema with its references resolved, as the alternatives that it has. */
function branchesOf(
  schema: Schema,
  schemas: ReadonlyMap<string, Schema>,
  parents: string[],
): { schema: Schema; parents: string[] }[] {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  if (name !== undefined) {
    const found = parents.includes(name) ? undefined : schemas.get(name)
    return found ? branchesOf(found, schemas, [...parents, name]) : [{ schema: {}, parents }]
  }
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  if (alternatives.length === 0) return [{ schema, parents }]
  return alternatives.flatMap((each) => branchesOf(each as Schema, schemas, parents))
}

/** The values of a list; none where one alternative may be anything. */
function valuesOf(branches: Schema[]): string[] {
  const lists = branches
    .filter(({ type }) => type !== 'null')
    .map(({ enum: listed, const: one }) => listed ?? (one === undefined ? [] : [one]))
  return lists.some((list) => list.length === 0) ? [] : lists.flat().map(String)
}

const typesOf = ({ type, enum: listed, const: one }: Schema): string[] =>
  type === undefined ? (listed || one !== undefined ? ['string'] : ['any']) : [type].flat()

const unique = (texts: string[]) => [...new Set(texts)].sort()

/** A line for each thing, sorted, so that a change of it is a change of one line. */
export const linesOf = (surface: Surface): string =>
  `${[...surface]
    .map(([way, { types, isRequired, values }]) =>
      [way, types.join('|'), isRequired ? 'required' : '', values.join(' ')].join('\t').trimEnd(),
    )
    .sort()
    .join('\n')}\n`

export const surfaceIn = (lines: string): Surface =>
  new Map(
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [way = '', types = '', needed = '', values = ''] = line.split('\t')
        const listed = values === '' ? [] : values.split(' ')
        return [way, { types: types.split('|'), isRequired: needed === 'required', values: listed }]
      }),
  )
