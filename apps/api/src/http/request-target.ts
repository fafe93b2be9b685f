import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { ShopError } from '../shop-error.ts'

const BASE = 'http://shop.invalid'

/**
 * The request's target as path and query. Every HTTP server has to accept `http://host/path`, which clients send to
 * proxies; the shop ignores that host.
 */
export const pathOfTarget = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string =>
  url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?=$|\?)/, '/')

/**
 * True for a path that a URL parser reads as a path of this shop. Parsers read `//host/` and `/\host/` as another host,
 * reject some of them as URLs, and turn `/.//host/` into `//host/`.
 */
function isPathOfShop(target: string): boolean {
  if (!target.startsWith('/') || !URL.canParse(target, BASE)) return false
  const { origin, pathname } = new URL(target, BASE)
  return origin === BASE && !pathname.startsWith('//')
}

/** Refuses every other target. Register it first, so that no route, page or cache reads such a target. */
export const requestTargetPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ url }) => {
    if (!isPathOfShop(url)) throw new ShopError('NOT_FOUND', 'There is nothing at this address.')
  })
})
