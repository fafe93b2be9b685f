import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Context, type Document, OpenAPIBackend, type Operation, type Request } from 'openapi-backend'
import { asAnotherRequest } from './refuse-second-connections.ts'

/** Paths under /api that serve the document itself. */
const ownPages = /^\/api\/(openapi\.json|docs)(\/|\?|$)/

type Response = Awaited<ReturnType<FastifyInstance['inject']>>

/**
 * Checks every REST call that a test makes with `app.inject` by openapi-backend, a validator that knows only the OpenAPI
 * document. The call throws where shop and document differ: the shop accepts a request that the document refuses or closes
 * to this caller, or it answers with a status, content type or body that the document does not list.
 */
export async function holdToDocument(app: FastifyInstance, document: object): Promise<void> {
  const own: (asked: InjectOptions | string) => Promise<Response> = app.inject.bind(app)
  const inject = (asked: InjectOptions | string) => asAnotherRequest(async () => await own(asked))
  const validator = await validatorOf(document)
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

interface Validator {
  api: OpenAPIBackend
  /** The check of a body that an operation answers with. */
  bodyCheck(operation: Operation, status: number, type: string): NonNullable<ReturnType<Ajv['getSchema']>>
}

const validators = new WeakMap<object, Promise<Validator>>()

/** One validator per document, because compiling it takes longer than most tests. */
function validatorOf(document: object): Promise<Validator> {
  const known = validators.get(document)
  if (known) return known
  const made = makeValidator(JSON.stringify(document))
  validators.set(document, made)
  return made
}

async function makeValidator(json: string): Promise<Validator> {
  const definition = JSON.parse(json) as Document
  const hasCookie = ({ request, api }: Context) => {
    const scheme = api.document.components?.securitySchemes?.session
    return scheme !== undefined && 'name' in scheme && request.cookies[scheme.name] !== undefined
  }
  const hasKey = ({ request }: Context) => String(request.headers.authorization ?? '').startsWith('Bearer ')
  const api = await new OpenAPIBackend({
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
  return { api, bodyCheck: bodyChecks(JSON.parse(json)) }
}

/**
 * Not `validateResponse` of openapi-backend, which compiles all that an operation may answer, and for each operation anew
 * what the document has once: that took most of a test's time.
 */
function bodyChecks(document: Document): Validator['bodyCheck'] {
  const ajv = holdToAbsolute(addFormats.default(new Ajv({ strict: false }))).addSchema(
    document,
    'document',
    undefined,
    false,
  )
  return ({ path, method }, status, type) => {
    const response = document.paths?.[path]?.[method as 'get']?.responses?.[status]
    const address =
      response && '$ref' in response ? response.$ref : pointer('paths', path, method, 'responses', `${status}`)
    const check = ajv.getSchema(`document${address}${pointer('content', type, 'schema').slice(1)}`)
    if (!check) throw new Error(`the document has no schema for ${type} at ${address}`)
    return check
  }
}

/** What no schema says, but its description promises. */
function holdToAbsolute(ajv: Ajv): Ajv {
  const macro = (words: string) => (words.startsWith('Absolute address') ? { pattern: '^https?://' } : {})
  return ajv.removeKeyword('description').addKeyword({ keyword: 'description', type: 'string', macro })
}

const pointer = (...parts: string[]) =>
  `#${parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`

async function differenceOf(
  { api, bodyCheck }: Validator,
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
  if (!described.content) return rawPayload.length === 0 ? undefined : 'the document lists no body'
  const [type = ''] = String(headers['content-type'] ?? '').split(';')
  if (!described.content[type]) return `the document does not list ${type}`
  const text = textOf(headers['content-encoding'], rawPayload)
  const isDescribed = bodyCheck(operation, statusCode, type)
  if (isDescribed(/^application\/(problem\+)?json$/.test(type) ? JSON.parse(text) : text)) return
  return `the document has another body: ${JSON.stringify(isDescribed.errors)}`
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
