import type { OpenAPIObject } from 'trpc-to-openapi'
import { eachProperty, type Field, parametersOf } from './describe-fields.ts'
import { exampleOf } from './words/example-values.ts'
import { requestExamples } from './words/request-examples.ts'

interface Media {
  schema?: Field
  example?: unknown
}

/** Adds an example to each parameter and property that has one, and a whole request to the operations that are written for people. */
export function addExamples(document: OpenAPIObject): void {
  for (const [operation, parameter] of parametersOf(document)) {
    const example = exampleFor(parameter.schema, [operation, parameter.name])
    if (example !== undefined) parameter.example = example
  }
  eachProperty(document, (field, way) => {
    if (field.anyOf === undefined) stripPattern(field)
    else field.anyOf.forEach(stripPattern)
    const example = exampleFor(field, way)
    if (example !== undefined) field.examples = [example]
  })
  for (const [operation, body] of requestExamples) {
    const [method = '', path = ''] = operation.split(' ')
    const item = document.paths?.[path] as Record<string, { requestBody?: { content: Record<string, Media> } }>
    const media = item?.[method.toLowerCase()]?.requestBody?.content['application/json']
    if (!media) throw new Error(`${operation} takes no body, so it has no example`)
    media.example = body
  }
}

/** The pattern of an instant says in 300 characters what its format says. */
function stripPattern(field: Field): void {
  if (field.format === 'date-time' || field.format === 'date') delete field.pattern
}

function exampleFor(field: Field, way: readonly string[]): unknown {
  const [value, ...others] = field.anyOf ? field.anyOf.filter(({ type }) => type !== 'null') : [field]
  if (!value || others.length > 0) return undefined
  return exampleOf(value, way)
}
