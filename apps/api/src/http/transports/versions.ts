import { createHash } from 'node:crypto'
import { sentInstant } from '@marashi/domain/contracts/primitives'
import type { AnyProcedure } from '@trpc/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ShopError } from '../../shop-error.ts'
import type { ProcedureMeta } from '../procedures.ts'
import { noVersions } from '../rest-operation.ts'
import { inputOf, isWriteOfAdministrator } from './procedure-input.ts'

/**
 * Versions of single records in HTTP's own words, see docs/behaviour.md#stale-edits. The entity tag of a record is its `updatedAt` in
 * quotes; where it is read, a hash of the whole answer follows behind a slash.
 */

/** Whether the input of a write may name the version which was read. */
export function takesVersion(procedure: AnyProcedure): boolean {
  const schema = inputOf(procedure)
  return isWriteOfAdministrator(procedure) && schema instanceof z.ZodObject && 'updatedAt' in schema.shape
}

/** A version that no record has, for a tag that is none of the shop's: an edit by it is refused as a late one. */
const NOBODYS = '1970-01-01T00:00:00.000Z'

/**
 * The input of a write with the version that its `If-Match` names. A tag counts by the version in it, also where a proxy that
 * compresses has made it a weak one: the version tells each state of the record from every other. Throws BAD_REQUEST where the
 * operation takes no version, and for more than one tag or version.
 */
export function withVersion(input: unknown, ifMatch: string | undefined, isTaken: boolean): unknown {
  if (ifMatch === undefined) return input
  if (!isTaken) throw noVersions()
  if (typeof input !== 'object' || input === null) return input
  if (ifMatch.trim() === '*') return input
  const tag = /^\s*(?:W\/)?"([^"/]*)(?:\/[^"]*)?"\s*$/.exec(ifMatch)?.[1]
  if (tag === undefined) throw refused('If-Match takes one ETag, as "2026-03-09T06:30:00.000Z" with its quotes, or *.')
  const updatedAt = sentInstant.safeParse(tag).success ? tag : NOBODYS
  const sent = (input as { updatedAt?: unknown }).updatedAt
  if (sent !== undefined && sent !== updatedAt) throw refused('If-Match and updatedAt name two versions.')
  return { ...input, updatedAt }
}

const refused = (message: string) => new ShopError('BAD_REQUEST', message)

/** A late edit is 412 where `If-Match` named the version (RFC 9110), and stays 409 where the body did. */
export function inWordsOfIfMatch(thrown: unknown, { headers }: FastifyRequest): unknown {
  const isLate = thrown instanceof ShopError && thrown.details.code === 'STALE'
  if (!isLate || headers['if-match'] === undefined) return thrown
  return new ShopError('PRECONDITION_FAILED', thrown.message, { code: 'STALE' })
}

/** Where the answer of a read holds the `updatedAt` of the one record that its address names. */
export function versionPathOf({ _def }: AnyProcedure): readonly string[] | undefined {
  const { openapi } = _def.meta as ProcedureMeta
  if (openapi?.method !== 'GET' || !openapi.path.includes('{')) return undefined
  const { output } = _def as unknown as { output?: unknown }
  return [['updatedAt'], ['order', 'updatedAt']].find((path) => isIn(output, path))
}

const isIn = (schema: unknown, [name = '', ...rest]: readonly string[]): boolean =>
  schema instanceof z.ZodObject && name in schema.shape && (rest.length === 0 || isIn(schema.shape[name], rest))

/** Answers a read with its entity tag, or that nothing has changed. What is shared gets its hash from the response cache. */
export function sendVersioned(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, path, isShared }: { answer: unknown; path: readonly string[]; isShared: boolean },
): unknown {
  const version = path.reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], answer)
  if (isShared) {
    reply.header('etag', `"${version}"`)
    return answer
  }
  const body = JSON.stringify(answer)
  const tag = `"${version}/${createHash('sha1').update(body).digest('base64url')}"`
  reply.header('etag', tag)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  if (known.includes(tag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  return body
}
