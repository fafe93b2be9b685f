import type { OpenAPIObject } from 'trpc-to-openapi'
import { exampleValue, type Schema } from './example-value.ts'

/** An operation with an example of everything that it needs. */
export interface SampleCall {
  method: string
  /** As the document has it, `/products/{id}`. */
  path: string
  name: string
  folder: string
  description: string
  needs: 'nothing' | 'key' | 'session'
  parameters: Record<'path' | 'query' | 'header', Record<string, unknown>>
  /** Every parameter of the address that it knows, for tools that let one choose. */
  known: { name: string; in: 'path' | 'query'; value: unknown; isNeeded: boolean; description: string }[]
  body: unknown
  /** The fields of a form that are files. */
  files: string[]
  answers: 'json' | 'text' | 'nothing'
}

type PathItem = NonNullable<OpenAPIObject['paths']>[string]
type Described = NonNullable<PathItem['get']>
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  example?: unknown
  description?: string
  schema: Schema
}
type Content = Record<string, { schema?: Schema; example?: unknown }>

/** Every operation that programs call: those of the gateways are left out. */
export function sampleCalls({ paths = {}, components }: OpenAPIObject): SampleCall[] {
  const schemas = new Map(Object.entries((components?.schemas ?? {}) as Record<string, Schema>))
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const described = item[method]
      const isOfGateways = described?.tags?.includes('Gateways')
      return described && !isOfGateways ? [callOf(described, { method: method.toUpperCase(), path, schemas })] : []
    }),
  )
}

function callOf(
  described: Described,
  { method, path, schemas }: { method: string; path: string; schemas: ReadonlyMap<string, Schema> },
): SampleCall {
  const parameters = (described.parameters ?? []) as Parameter[]
  const exampleOf = ({ example, schema }: Parameter) => example ?? exampleValue(schema, schemas)
  const needed = (where: Parameter['in']) =>
    Object.fromEntries(
      parameters.filter((each) => each.in === where && each.required).map((each) => [each.name, exampleOf(each)]),
    )
  const content = (described.requestBody as { content?: Content } | undefined)?.content ?? {}
  const form = content['multipart/form-data']?.schema
  const json = content['application/json']
  return {
    method,
    path,
    name: described.summary ?? path,
    folder: described.tags?.[0] ?? 'Others',
    description: described.description ?? '',
    needs: needsOf(described.security),
    parameters: { path: needed('path'), query: needed('query'), header: needed('header') },
    known: parameters.flatMap((each) =>
      each.in === 'header'
        ? []
        : [
            {
              name: each.name,
              in: each.in,
              value: exampleOf(each),
              isNeeded: each.required === true,
              description: each.description ?? '',
            },
          ],
    ),
    body: json && (json.example ?? exampleValue(json.schema ?? {}, schemas)),
    files: Object.keys(form?.properties ?? {}),
    answers: answersOf(described),
  }
}

function needsOf(security: object[] = []): SampleCall['needs'] {
  if (security.length === 0 || security.some((each) => Object.keys(each).length === 0)) return 'nothing'
  return security.some((each) => 'apiKey' in each) ? 'key' : 'session'
}

function answersOf({ responses = {} }: Described): SampleCall['answers'] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const types = Object.keys((success as { content?: Content } | undefined)?.content ?? {})
  return types.length === 0 ? 'nothing' : types.includes('application/json') ? 'json' : 'text'
}
