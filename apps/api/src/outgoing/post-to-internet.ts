import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { checkedLookup, ForbiddenAddress, isAllowedAddress, literalAddress } from './allowed-address.ts'

const KEEP_BYTES = 1_024

export interface InternetAnswer {
  status: number
  /** Its first kilobyte; no more is read. */
  answer: string
  /** The header, unchecked. */
  retryAfter: string | undefined
}

/** Sends one message to an address that somebody typed. Throws where none of the internet is reached, or no answer comes. */
export type PostToInternet = (
  address: string,
  message: { headers: Record<string, string>; body: string | Uint8Array },
) => Promise<InternetAnswer>

interface Options {
  timeoutMs: number
  /** Whether it may go to this machine itself, too. */
  mayBeLoopback?: boolean
  lookup?: LookupFunction
}

/**
 * How the shop asks addresses that somebody typed: by connections of their own, on the internet alone, following no redirect,
 * and reading a kilobyte of the answer.
 */
export function makePostToInternet({
  timeoutMs,
  mayBeLoopback = false,
  lookup = checkedLookup(mayBeLoopback),
}: Options): PostToInternet {
  // As many at once as they are asked for: a bound would be one for each host, where slow addresses would hold up all others.
  const settings = { keepAlive: true, timeout: 30_000 }
  const agents = { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) }
  return async (address, { headers, body }) => {
    const url = new URL(address)
    const literal = literalAddress(url)
    if (literal && !isAllowedAddress(literal, mayBeLoopback)) throw new ForbiddenAddress(`${literal} is private`)
    const { request } = url.protocol === 'https:' ? https : http
    const agent = agents[url.protocol as keyof typeof agents]
    const signal = AbortSignal.timeout(timeoutMs)
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method: 'POST', agent, lookup, signal, headers: { ...headers, ...length } })
    return await exchange(sent, body)
  }
}

function exchange(sent: http.ClientRequest, body: string | Uint8Array): Promise<InternetAnswer> {
  return new Promise((resolve, reject) => {
    // Node closes a connection that is to speak another protocol (101), and reports no error of it.
    const closed = () => reject(Object.assign(new Error('It was closed without an answer'), { code: 'ECONNRESET' }))
    sent.on('error', reject).on('close', closed)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      // Its status counts from here on, however its body goes on.
      const done = () => {
        const answer = Buffer.concat(chunks).subarray(0, KEEP_BYTES).toString().toWellFormed()
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, answer: answer.replaceAll('\0', ''), retryAfter: headers['retry-after'] })
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size >= KEEP_BYTES) response.destroy()
      })
      response.on('error', done)
      response.on('close', done)
      sent.off('error', reject).off('close', closed).on('error', done)
    })
    sent.end(body)
  })
}
