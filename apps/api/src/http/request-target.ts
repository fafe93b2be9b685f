import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { ShopError } from '../shop-error.ts'

const BASE = 'http://shop.invalid'
/**
 * In characters: more than twice as many as the longest of the shop. The router of its pages takes time by the square of the
 * slashes in a path, and remembers the last thousand paths, whole.
 */
export const LONGEST_PATH = 500

/**
 * The request's target as path and query. Every HTTP server has to accept `http://host/path`, which clients send to
 * proxies; the shop ignores that host.
 */
export const pathOfTarget = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string =>
  url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?=$|\?)/, '/')

const isLong = (target: string): boolean => (target.split(/[?#]/, 1)[0] ?? '').length > LONGEST_PATH

/**
 * True for a path that a URL parser reads as a path of this shop. Parsers read `//host/` and `/\host/` as another host,
 * reject some of them as URLs, and turn `/.//host/` into `//host/`.
 */
function isPathOfShop(target: string): boolean {
  if (!target.startsWith('/') || !URL.canParse(target, BASE)) return false
  const { origin, pathname } = new URL(target, BASE)
  return origin === BASE && !pathname.startsWith('//')
}

// What RFC 3986 lets a client write in another way: escaped letters and digits, `.` and `..`, and what parsers put right.
const mayHaveOtherSpelling = /[%\\#]|\/\.|[^!-~]/
const escapedLetter = /%(2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi

/** The one spelling of a target that every client and proxy reads alike. What is no path of the shop stays as it is. */
export function canonicalTarget(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1)
  if (!mayHaveOtherSpelling.test(path) && !target.includes('#')) return target
  if (!isPathOfShop(target)) return target
  const { pathname } = new URL(path, BASE)
  const query = target.slice(path.length).split('#', 1)[0]
  return pathname.replace(escapedLetter, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) + query
}

/**
 * Refuses what is no path of this shop or too long for one, and sends whoever writes a path in another way to its one
 * spelling: whatever decides by a path sees no other. Register it first, so that no route, page or cache reads such a target.
 */
export const requestTargetPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (isLong(url) || !isPathOfShop(url)) throw new ShopError('NOT_FOUND', 'There is nothing at this address.')
    const canonical = canonicalTarget(url)
    if (canonical !== url) return reply.redirect(canonical, 308)
  })
})
