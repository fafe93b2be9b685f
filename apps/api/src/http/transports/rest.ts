import { type AnyProcedure, type AnyRouter, getTRPCErrorFromUnknown } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { areaOf } from '../access-policy.ts'
import { keyOfInput } from '../cache/shared-key.ts'
import type { Context } from '../context.ts'
import type { ProcedureMeta } from '../procedures.ts'
import { answerOnce, sendAnswer } from '../repeats/answer-once.ts'
import type { CreateContext } from '../request-context.ts'
import { requireAccess } from '../require-access.ts'
import { refuseFields, refuseUnknownParameters, unknownParameter } from '../rest-input.ts'
import {
  inputOf,
  inputReader,
  isRepeatable,
  isWriteOfAdministrator,
  parametersOf,
  takesBody,
} from './procedure-input.ts'
import { inWordsOfIfMatch, sendVersioned, takesVersion, versionPathOf, withVersion } from './versions.ts'

/**
 * Mounts every procedure that trpc-to-openapi documents as a native Fastify route. The library's own request handler is
 * not used: it coerces bodies (`null` to 0, "false" to true) by changing the shared schemas, so tRPC would accept them too,
 * and it costs four times as much per request. Method, path and document still come from the `openapi` meta.
 */
export function mountRest(app: FastifyInstance, router: AnyRouter, createContext: CreateContext): void {
  for (const [name, procedure] of Object.entries(router._def.procedures as Record<string, AnyProcedure>)) {
    const { openapi, isNeverShed, isShared } = procedure._def.meta as ProcedureMeta
    if (!openapi) continue
    const readInput = inputReader(procedure, openapi.method)
    const parameters = parametersOf(procedure, openapi)
    const hasBody = takesBody(procedure, openapi.method)
    const isWrite = isWriteOfAdministrator(procedure)
    const isVersioned = takesVersion(procedure)
    const versionPath = versionPathOf(procedure)
    app.route({
      method: openapi.method,
      url: openapi.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: {
        isNeverShed,
        ...(isShared && {
          sharedKey: (request) =>
            unknownParameter(request.query, parameters) === undefined
              ? keyOfInput(`/api${openapi.path}`, inputOf(procedure), readInput(request))
              : undefined,
        }),
      },
      handler: async (request, reply) => {
        const read = () => {
          refuseUnknownParameters(request.query, parameters)
          if (!hasBody) refuseFields(request.body, parameters)
          const input = readInput(request)
          return isWrite ? withVersion(input, request.headers['if-match'], isVersioned) : input
        }
        const ctx = createContext(request, reply)
        if (!inputOf(procedure)) {
          // Nothing else asks for its input; access comes first, as everywhere.
          await requireItsAccess(ctx, name, procedure)
          read()
        }
        const call = { name, procedure, ctx, read, request, reply }
        return isRepeatable(procedure) ? await answerWrite(call) : await answerOther(call, versionPath)
      },
    })
  }
}

interface Call {
  /** Of the procedure, `admin.orders.cancel`. */
  name: string
  procedure: AnyProcedure
  ctx: Context
  /** Reads the input. Throws where it cannot be right. */
  read: () => unknown
  request: FastifyRequest
  reply: FastifyReply
}

async function answerOther(call: Call, versionPath: readonly string[] | undefined): Promise<unknown> {
  const { status, isShared = false } = call.procedure._def.meta as ProcedureMeta
  const answer = await run(call, call.ctx)
  if (versionPath) return sendVersioned(call.request, call.reply, { answer, path: versionPath, isShared })
  if (status) call.reply.code(status)
  return status === 204 ? call.reply.send() : answer
}

async function answerWrite(call: Call): Promise<unknown> {
  const { name, procedure, ctx, read, reply } = call
  const { openapi, status = 200, asksOthers, holdsSecret, mayComeAgain } = procedure._def.meta as ProcedureMeta
  const work = async (within: Context) => {
    const answer = await run(call, within)
    return { status, body: status === 204 ? null : JSON.stringify(answer) }
  }
  const request = {
    operation: `${openapi?.method} ${openapi?.path}`,
    readInput: async () => {
      await requireItsAccess(ctx, name, procedure)
      return read()
    },
    asksOthers,
    holdsSecret,
    mayComeAgain,
  }
  return sendAnswer(reply, await answerOnce(ctx, request, work))
}

async function requireItsAccess(ctx: Context, name: string, { _def }: AnyProcedure): Promise<void> {
  if ((_def.meta as ProcedureMeta).access !== 'administrator') return
  await requireAccess(ctx, areaOf(name), _def.type === 'query' ? 'read' : 'write')
}

async function run({ name, procedure, read, request }: Call, ctx: Context): Promise<unknown> {
  const call = procedure as unknown as (options: object) => Promise<unknown>
  try {
    return await call({
      path: name,
      type: procedure._def.type,
      ctx,
      getRawInput: async () => read(),
      signal: undefined,
      batchIndex: 0,
    })
  } catch (thrown) {
    throw inWordsOfIfMatch(getTRPCErrorFromUnknown(thrown), request)
  }
}
