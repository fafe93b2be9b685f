import { errorBody } from '@marashi/domain/contracts/error-body'
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import type { Environment } from '../../../env.ts'
import type { AppRouter } from '../../../router.ts'
import { adminCookies } from '../../admin-cookies.ts'
import { errorResponse, responseName } from './error-responses.ts'
import { introduction, tags } from './introduction.ts'
import { type Operation, operationsOf } from './operations.ts'
import type { PlainRoute } from './plain-routes.ts'
import { possibleErrors } from './possible-errors.ts'

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
    described.responses = successesOf(operation, described.responses)
    for (const codes of Object.values(possibleErrors(operation))) {
      const [status, name] = responseName(codes)
      refusals.set(name, errorResponse(codes))
      described.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  document.components = {
    ...document.components,
    schemas: withoutTrpcErrors(document),
    responses: Object.fromEntries(refusals),
  }
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
    'A key of the API, made by the administrator under API keys with the scopes that it needs. It may be sent to every operation; what anybody may call needs none.',
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

/** An empty requirement beside the cookie means: optional, and allows more. */
function securityOf({ access, area, method, readsSession }: Operation) {
  const needed = { session: [] }
  if (access === 'administrator') {
    return area === 'session' ? [needed] : [needed, { apiKey: [`${area}:${method === 'get' ? 'read' : 'write'}`] }]
  }
  return readsSession ? [{}, needed] : []
}

/** trpc-to-openapi documents every success as 200. */
function successesOf<Response>(
  { status, isShared, isPlain }: Operation,
  described: Record<string, Response>,
): Record<string, Response | { description: string }> {
  const success = described[200]
  const unchanged = { description: 'Unchanged since the `ETag` that was sent as `If-None-Match`' }
  if (status === 204) return { 204: { description: 'Done' } }
  if (isPlain || !success) return { 200: success as Response }
  const description = status === 201 ? 'Stored; the answer is as stored' : 'As asked'
  return { [status]: { ...success, description }, ...(isShared && { 304: unchanged }) }
}

/** Leaves out the shape of tRPC's own errors, which no route under /api answers with. */
function withoutTrpcErrors({ components }: OpenAPIObject) {
  const schemas = Object.entries(components?.schemas ?? {})
  return Object.fromEntries(schemas.filter(([name]) => !name.startsWith('error.')))
}
