import type { ErrorBody } from '@marashi/domain/contracts/error-body'
import { errorStatuses } from '@marashi/domain/contracts/error-codes'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { ZodError, type z } from 'zod'
import { refusalOfConstraint } from '../db/constraints.ts'
import { databaseTrouble, statementError } from '../db/database-failure.ts'
import { BUSY_MESSAGE, INTERNAL_ERROR_MESSAGE, ShopError } from '../shop-error.ts'
import { unknownFields } from './unknown-fields.ts'

export interface ErrorAnswer {
  status: number
  retryAfterSeconds?: number
  body: ErrorBody
  /** True for an INTERNAL_ERROR or the cause behind a refusal: it is logged with its stack. */
  isInternal: boolean
}

// Where the error names no time: long enough for a restart, short enough for a shopper who waits.
const UNAVAILABLE_FOR_SECONDS = 30

/**
 * Turns whatever was thrown into the error that both transports answer with, see docs/behaviour.md#error-body. It never
 * reveals internals, and a 503 always says when to retry.
 */
export function errorAnswer(thrown: unknown, requestId: string): ErrorAnswer {
  const answer = answerTo(thrown, requestId)
  if (answer.status === 503) answer.retryAfterSeconds ??= UNAVAILABLE_FOR_SECONDS
  return answer
}

function answerTo(thrown: unknown, requestId: string): ErrorAnswer {
  const error = thrown instanceof TRPCError ? thrown : undefined
  if (error instanceof ShopError) return shopErrorAnswer(error)
  if (error?.code === 'BAD_REQUEST' && error.cause instanceof ZodError) return invalidInputAnswer(error.cause)
  if (error && error.code !== 'INTERNAL_SERVER_ERROR') {
    return {
      status: getHTTPStatusCodeFromError(error),
      body: { error: error.message, code: error.code },
      isInternal: false,
    }
  }
  const cause = error?.cause ?? thrown
  const refusal = refusalOfConstraint(cause)
  if (refusal) return shopErrorAnswer(refusal)
  return fastifyAnswer(cause) ?? databaseAnswer(cause) ?? internalError(requestId)
}

function shopErrorAnswer(error: ShopError): ErrorAnswer {
  const { code = error.code, retryAfterSeconds, ...rest } = error.details
  return {
    status: getHTTPStatusCodeFromError(error),
    retryAfterSeconds,
    body: { error: error.message, code, ...rest },
    isInternal: error.cause !== undefined,
  }
}

function invalidInputAnswer(cause: ZodError): ErrorAnswer {
  const messages = new Map<string, string>()
  for (const issue of cause.issues) {
    const field = issue.path.join('.') || 'input'
    if (!messages.has(field)) messages.set(field, messageOf(issue))
  }
  const message = messages.values().next().value ?? 'Invalid input'
  const fields = Object.fromEntries(messages)
  return { status: 400, body: { error: message, code: 'BAD_REQUEST', fields }, isInternal: false }
}

/** As the contract says it; of unknown fields only the first are named, because a request may have thousands. */
function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'unrecognized_keys' ? unknownFields(issue.keys) : issue.message
}

/** Database failures that the input or a passing condition caused, and no bug. */
function databaseAnswer(cause: unknown): ErrorAnswer | undefined {
  if (String(statementError(cause)?.code).startsWith('22')) {
    return {
      status: 400,
      body: { error: 'The input holds a value that cannot be stored.', code: 'BAD_REQUEST' },
      isInternal: false,
    }
  }
  const trouble = databaseTrouble(cause)
  // The owner has to free a full disk first.
  const retryAfterSeconds = trouble === 'full' ? 300 : 5
  return trouble && { status: 503, retryAfterSeconds, body: unavailable[trouble], isInternal: true }
}

const unavailable = {
  unreachable: {
    error: 'The shop’s database cannot be reached at the moment. Please try again in a moment.',
    code: 'SERVICE_UNAVAILABLE',
  },
  full: {
    error: 'The shop cannot store anything at the moment, because the disk of its database is full.',
    code: 'SERVICE_UNAVAILABLE',
  },
  busy: { error: BUSY_MESSAGE, code: 'SERVICE_UNAVAILABLE' },
}

const listed = new Map<unknown, number>(Object.entries(errorStatuses))

/** By status, for requests that are refused before the shop's own code runs. */
export const transportMessages: Record<number, string> = {
  400: 'The request could not be read.',
  404: 'There is nothing at this address.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'The request has a content type that is not accepted here.',
  431: 'The request headers are too large.',
}

/**
 * Failures that Fastify and its plugins found before a procedure ran: invalid JSON, too large a body, a wrong content
 * type. A gateway's error has a status too, but that one is meant for the shop and not for the shop's caller.
 */
function fastifyAnswer(cause: unknown): ErrorAnswer | undefined {
  const { statusCode, code, expose } = (cause ?? {}) as { statusCode?: number; code?: unknown; expose?: unknown }
  const isFastifys = typeof code === 'string' && code.startsWith('FST_')
  const isHttpError = typeof expose === 'boolean' // the package http-errors, which @fastify/send throws
  // The client has gone before its body had arrived: Fastify gives Node's error this status.
  const hasGone = code === 'ECONNRESET' && statusCode === 400
  if (statusCode === undefined || !(isFastifys || isHttpError || hasGone)) return undefined
  if (statusCode === 503) {
    return { status: 503, retryAfterSeconds: 10, body: unavailable.busy, isInternal: false }
  }
  if (statusCode < 400 || statusCode >= 500) return undefined
  const message = transportMessages[statusCode] ?? 'The request was refused.'
  // Fastify has more codes than callers are told of, and newer versions have others.
  const known = isFastifys && listed.get(code) === statusCode ? code : 'BAD_REQUEST'
  return { status: statusCode, body: { error: message, code: known }, isInternal: false }
}

function internalError(requestId: string): ErrorAnswer {
  return {
    status: 500,
    body: { error: INTERNAL_ERROR_MESSAGE, code: 'INTERNAL_SERVER_ERROR', requestId },
    isInternal: true,
  }
}
