import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import addFormats from 'ajv-formats'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Context, type Document, OpenAPIBackend, type Request } from 'openapi-backend'

/** Paths under /api that serve the document itself. */
const ownPages = /^\/api\/(openapi\.json|docs)(\/|\?|$)/

type Response = Awaited<ReturnType<FastifyInstance['inject']>>

/**
 * Checks every REST call that a test makes with `app.inject` by openapi-backend, a validator that knows only the OpenAPI
 * document. The call throws where shop and document differ: the shop accepts a request that the document refuses or closes
 * to this caller, or it answers with a status, content type or body that the document does not list.
 */
export async function holdToDocument(app: FastifyInstance): Promise<void> {
  const inject = app.inject.bind(app)
  const validator = await validatorOf((await inject('/api/openapi.json')).body)
  const held = async (asked: InjectOptions | string): Promise<Response> => {
    const answer = await inject(asked)
    const { method = '', url = '' } = answer.raw.req
    if (!url.startsWith('/api/') || ownPages.test(url) || method === 'HEAD' || method === 'OPTIONS') return answer
    const difference = await differenceOf(validator, answer, typeof asked === 'string' ? undefined : asked.payload)
    if (difference) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${difference}\n${answer.body}`)
    return answer
  }
  app.inject = held as typeof app.inject
}

const validators = new Map<string, Promise<OpenAPIBackend>>()

/** One validator per document, because compiling it takes longer than most tests. */
function validatorOf(json: string): Promise<OpenAPIBackend> {
  const known = validators.get(json)
  if (known) return known
  const definition = JSON.parse(json) as Document
  const hasCookie = ({ request, api }: Context) => {
    const scheme = api.document.components?.securitySchemes?.session
    return scheme !== undefined && 'name' in scheme && request.cookies[scheme.name] !== undefined
  }
  const hasKey = ({ request }: Context) => String(request.headers.authorization ?? '').startsWith('Bearer ')
  const made = new OpenAPIBackend({
    definition,
    apiRoot: '/api',
    strict: true,
    quick: true,
    ignoreTrailingSlashes: false,
    customizeAjv: (ajv) => addFormats.default(ajv),
    handlers: {
      notImplemented: () => undefined,
      validationFail: ({ validation }) => `the document refuses the request: ${JSON.stringify(validation.errors)}`,
      unauthorizedHandler: () => 'the document calls it closed to this caller',
    },
    securityHandlers: { session: hasCookie, apiKey: hasKey },
  }).init()
  validators.set(json, made)
  return made
}

async function differenceOf(
  api: OpenAPIBackend,
  { raw, statusCode, headers, rawPayload }: Response,
  payload: InjectOptions['payload'],
): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(raw.req.url ?? '', 'http://shop.test')
  const request = {
    method: raw.req.method ?? '',
    path: pathname,
    headers: raw.req.headers as Request['headers'],
    query: Object.fromEntries(searchParams),
    body: payload,
  }
  const operation = isDecodable(pathname) ? api.matchOperation(request) : undefined
  const isTaken = statusCode < 400
  if (!operation) return isTaken ? 'this address is not in the document' : undefined
  if (isTaken) {
    const known = new Set(operation.parameters?.map((parameter) => ('name' in parameter ? parameter.name : '')))
    request.query = Object.fromEntries([...searchParams].filter(([name]) => known.has(name)))
    const refusal: string | undefined = await api.handleRequest(request)
    if (refusal) return refusal
  }
  const described = operation.responses?.[statusCode]
  if (!described || '$ref' in described) return 'the document does not list this status'
  const types = Object.keys(described.content ?? {})
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  if (types.length === 0) return rawPayload.length === 0 ? undefined : 'the document lists no body'
  if (!types.includes(type)) return `the document does not list ${type}`
  const text = textOf(headers['content-encoding'], rawPayload)
  const content = /^application\/(problem\+)?json$/.test(type) ? JSON.parse(text) : text
  const { valid, errors } = api.validateResponse(content, operation, statusCode)
  return valid ? undefined : `the document has another body: ${JSON.stringify(errors)}`
}

function textOf(encoding: unknown, bytes: Buffer): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  return bytes.toString()
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
