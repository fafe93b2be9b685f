import { idempotencyKey } from '@marashi/domain/contracts/checkout'
import { errorBody } from '@marashi/domain/contracts/error-body'
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import type { Environment } from '../../../env.ts'
import type { AppRouter } from '../../../router.ts'
import { areasOf } from '../../access-policy.ts'
import { adminCookies } from '../../admin-cookies.ts'
import { contractWords } from './contract-words.ts'
import { describeFields } from './describe-fields.ts'
import { errorResponse, ifMatchResponse, responseName } from './error-responses.ts'
import { addExamples } from './examples.ts'
import { introduction, tags } from './introduction.ts'
import { limitWords } from './operation-limits.ts'
import { type Operation, operationsOf } from './operations.ts'
import type { PlainRoute } from './plain-routes.ts'
import { possibleErrors } from './possible-errors.ts'
import { successHeaders } from './response-headers.ts'
import { addCodeSamples } from './samples/code-samples.ts'

/**
 * The OpenAPI 3.1 document of everything under /api, derived from the procedures and routes that answer there. Access and
 * errors of an operation are derived from the code that enforces them.
 */
export function openApiDocument(
  router: AppRouter,
  plainRoutes: readonly PlainRoute[],
  { env, shopName }: { env: Environment; shopName: string },
): OpenAPIObject {
  const document = generateOpenApiDocument(router, {
    title: `${shopName} shop API`,
    version: '1.0.0',
    description: introduction,
    license: { name: 'MIT', identifier: 'MIT' },
    openApiVersion: '3.1.0',
    baseUrl: `${env.PUBLIC_URL}/api`,
    securitySchemes: { session: sessionScheme(env), apiKey: keyScheme },
    paths: pathsOf(plainRoutes),
  })
  document.tags = tags
  const refusals = new Map<string, ReturnType<typeof errorResponse>>()
  for (const operation of operationsOf(router, plainRoutes)) {
    const described = document.paths?.[operation.path]?.[operation.method]
    if (!described?.responses) throw new Error(`${operation.method} ${operation.path} is not in the document`)
    described.security = securityOf(operation)
    described.parameters = [...(described.parameters ?? []), ...headersOf(operation)]
    const words = [described.description, limitWords(operation.limits, env)].filter(Boolean)
    if (words.length > 0) described.description = words.join('\n\n')
    letBodyBeLeftOut(described)
    described.responses = successesOf(operation, described.responses)
    for (const codes of Object.values(possibleErrors(operation))) {
      const [status, name] = responseName(codes)
      refusals.set(name, errorResponse(codes))
      described.responses[status] = { $ref: `#/components/responses/${name}` }
    }
    if (operation.takesIfMatch) {
      refusals.set('IF_MATCH', ifMatchResponse)
      described.responses[412] = { $ref: '#/components/responses/IF_MATCH' }
    }
  }
  document.components = {
    ...document.components,
    schemas: withoutTrpcErrors(document),
    responses: Object.fromEntries(refusals),
  }
  describeFields(document, contractWords(router, plainRoutes))
  addExamples(document)
  addCodeSamples(document, env.PUBLIC_URL)
  return document
}

const sessionScheme = (env: Environment) => ({
  type: 'apiKey' as const,
  in: 'cookie' as const,
  name: adminCookies(env).session.name,
  description: 'Set by POST /admin/login; it ends after 12 hours without a call, and after 7 days at the latest.',
})

const keyScheme = {
  type: 'http' as const,
  scheme: 'bearer',
  description:
    'A key of the API, made by the administrator under API keys with the scopes that it needs. It may be sent to every operation; what anybody may call needs none, and some of that is refused to a key without the scope that is named there.',
}

/** The headers of a write that its transport reads. */
function headersOf({ repeats, takesIfMatch }: Operation) {
  const header = (name: string, schema: { pattern?: string }) => ({
    in: 'header' as const,
    name,
    required: false,
    schema: { type: 'string' as const, ...schema },
  })
  return [
    ...(repeats === 'write' ? [header('Idempotency-Key', { pattern: idempotencyKey.source })] : []),
    ...(takesIfMatch ? [header('If-Match', {})] : []),
  ]
}

// Replaced by the real errors below. It adds the schema of the error body to the components.
const anyFailure = { description: 'Refused', content: { 'application/json': { schema: errorBody } } }

const pathsOf = (routes: readonly PlainRoute[]): ZodOpenApiPathsObject =>
  Object.fromEntries(
    routes.map(({ path, method, operation: { description } }) => [
      path,
      { [method]: { ...description, responses: { ...description.responses, 500: anyFailure } } },
    ]),
  )

/** trpc-to-openapi requires every body, also one whose fields may all be left out. */
function letBodyBeLeftOut({ requestBody }: { requestBody?: object | undefined }): void {
  const { content, required } = (requestBody ?? {}) as {
    content?: Record<string, { schema?: object }>
    required?: boolean
  }
  const schema = content?.['application/json']?.schema
  if (required && schema && 'properties' in schema && !('required' in schema)) {
    Object.assign(requestBody as object, { required: false })
  }
}

/** Any one of the requirements is enough. An empty one means: nothing is needed; what stands beside it allows more, or is what a key needs. */
function securityOf({ access, area, areaOfKeys, method, readsSession }: Operation): Record<string, string[]>[] {
  const needed = { session: [] }
  if (access === 'administrator') {
    const action = method === 'get' ? 'read' : 'write'
    return [needed, ...areasOf(area).map((each) => ({ apiKey: [`${each}:${action}`] }))]
  }
  if (areaOfKeys) return [{}, { apiKey: [`${areaOfKeys}:write`] }]
  return readsSession ? [{}, needed] : []
}

/** trpc-to-openapi documents every success as 200. */
function successesOf<Response extends object>(
  operation: Operation,
  described: Record<string, Response>,
): Record<string, Response | { description: string }> {
  const { status, isShared, isVersioned, isPlain } = operation
  const success = described[200]
  const headers = { ...(success as { headers?: object } | undefined)?.headers, ...successHeaders(operation) }
  const withHeaders = Object.keys(headers).length > 0 && { headers }
  const unchanged = { description: 'Unchanged since the `ETag` that was sent as `If-None-Match`' }
  if (status === 204) return { 204: { description: 'Done', ...withHeaders } }
  if (isPlain || !success) return { 200: { ...(success as Response), ...withHeaders } }
  const description = status === 201 ? 'Stored; the answer is as stored' : 'As asked'
  return { [status]: { ...success, description, ...withHeaders }, ...((isShared || isVersioned) && { 304: unchanged }) }
}

/** Leaves out the shape of tRPC's own errors, which no route under /api answers with. */
function withoutTrpcErrors({ components }: OpenAPIObject) {
  const schemas = Object.entries(components?.schemas ?? {})
  return Object.fromEntries(schemas.filter(([name]) => !name.startsWith('error.')))
}
