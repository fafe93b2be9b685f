import type { OpenAPIObject } from 'trpc-to-openapi'
import { placeWords, wordsFor } from './words/glossary.ts'

type PathItem = NonNullable<OpenAPIObject['paths']>[string]

/** A JSON schema, as far as words and examples stand in it. */
export interface Field {
  $ref?: string
  type?: unknown
  format?: string
  pattern?: string
  enum?: unknown[]
  description?: string
  examples?: unknown[]
  properties?: Record<string, Field>
  items?: Field
  additionalProperties?: Field | boolean
  anyOf?: Field[]
  oneOf?: Field[]
  allOf?: Field[]
}

interface Parameter {
  name: string
  in: string
  description?: string
  example?: unknown
  schema: Field
}

type Visit = (field: Field, way: readonly string[]) => void

/**
 * Describes each parameter and property: by the glossary's words for that very place, else as its contract does, which may
 * speak of a type that many share (“Whole cents”), else by the glossary's words for the name. A contract's words are lost on the way
 * where a wrapper is taken off a schema (`.optional().meta(…)` of a parameter) or put around it (`.meta(…).nullable()`), so
 * `contractWords` reads them from the contract itself.
 */
export function describeFields(
  document: OpenAPIObject,
  contractWords: (operation: string, parameter: string) => string | undefined,
): void {
  for (const [operation, parameter, path] of parametersOf(document)) {
    const name = parameter.in === 'path' ? segmentOf(path, parameter.name) : parameter.name
    parameter.description =
      placeWords([operation, name]) ??
      contractWords(operation, parameter.name) ??
      wordsFor(name) ??
      parameter.description ??
      wordsFor(parameter.name)
    delete parameter.schema.description
  }
  eachProperty(document, (field, way) => {
    field.description = placeWords(way) ?? field.description ?? wordsFor(way.at(-1)) ?? wordsInside(field)
  })
}

/** `orders/{id}` of `/admin/orders/{id}/status`. */
export const segmentOf = (path: string, name: string): string =>
  path
    .split('/')
    .slice(0, path.split('/').indexOf(`{${name}}`) + 1)
    .slice(-2)
    .join('/')

/** Those of the one thing that it may be beside null. */
function wordsInside({ anyOf = [] }: Field): string | undefined {
  const values = anyOf.filter(({ type }) => type !== 'null')
  return values.length === 1 ? values[0]?.description : undefined
}

export function parametersOf({ paths = {} }: OpenAPIObject): [operation: string, parameter: Parameter, path: string][] {
  return Object.entries(paths).flatMap(([path, item]) =>
    operationsOf(item).flatMap(([method, { parameters = [] }]) =>
      parameters.map((parameter): [string, Parameter, string] => [
        `${method.toUpperCase()} ${path}`,
        parameter as Parameter,
        path,
      ]),
    ),
  )
}

/** Calls `visit` for each property of each body and component, with the way to it. */
export function eachProperty({ paths = {}, components }: OpenAPIObject, visit: Visit): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) walk(schema as Field, [name], visit)
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of operationsOf(item)) {
      for (const schema of schemasOf(operation)) walk(schema, [`${method.toUpperCase()} ${path}`], visit)
    }
  }
}

const operationsOf = (item: PathItem) =>
  (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
    const operation = item[method]
    return operation ? [[method, operation] as const] : []
  })

type Described = NonNullable<PathItem['get']>

/** The schemas of what is sent and answered. */
export function schemasOf({ requestBody, responses = {} }: Described): Field[] {
  const bodies = [requestBody, ...Object.values(responses)] as { content?: Record<string, { schema?: Field }> }[]
  return bodies.flatMap((body) => Object.values(body?.content ?? {}).flatMap(({ schema }) => schema ?? []))
}

function walk(field: Field, way: readonly string[], visit: Visit): void {
  for (const [name, property] of Object.entries(field.properties ?? {})) {
    const there = [...way, name]
    visit(property, there)
    walk(property, there, visit)
  }
  const { items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = field
  for (const inner of [items, additionalProperties, ...anyOf, ...oneOf, ...allOf]) {
    if (inner && typeof inner === 'object') walk(inner, way, visit)
  }
}
