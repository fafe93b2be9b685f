import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { CreateContext } from '../doors/rest.ts'
import type { Environment } from '../env.ts'
import type { AppRouter } from '../router.ts'
import { mountAdmin } from './mount-admin.ts'
import { pagePolicy } from './page-policy.ts'
import { mountSitemap } from './sitemap.ts'
import type { StorefrontBundle } from './storefront-bundle.ts'

export interface PagesOptions {
  env: Environment
  /** Whether Stripe's form may come into the pages. */
  takesCards: boolean
  api: AppRouter
  createContext: CreateContext
  storefront: StorefrontBundle
}

/** The shop as browsers see it: built files, product pictures, and every page rendered here first. */
export async function mountPages(
  app: FastifyInstance,
  { env, takesCards, api, createContext, storefront }: PagesOptions,
): Promise<void> {
  const mediaDir = path.resolve(env.DATA_DIR, 'media')
  mkdirSync(mediaDir, { recursive: true })
  const files = { index: false, redirect: false, dotfiles: 'deny' } as const
  await app.register(fastifyStatic, {
    ...files,
    root: path.join(storefront.clientDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  // A picture's address changes with its bytes, so it may be kept for good.
  await app.register(fastifyStatic, {
    ...files,
    root: mediaDir,
    prefix: '/media/',
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
  })
  await app.register(fastifyStatic, {
    ...files,
    root: storefront.clientDir,
    prefix: '/',
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**'],
    maxAge: '1d',
    decorateReply: false,
  })
  mountSitemap(app, { env, createContext })
  await mountAdmin(app, env)

  app.get('/*', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    const { status, location, html } = await storefront.renderPage({
      url: request.url,
      origin: env.PUBLIC_URL,
      api,
      createContext: async () => createContext(request, reply),
      nonce,
      assets: storefront.assets,
    })
    if (location) return reply.redirect(location, status)
    // A rendered page depends on its address and the catalogue alone; failures are made anew each time.
    reply.isShared = status === 200
    return reply
      .code(status)
      .header('content-security-policy', pagePolicy({ nonce, takesCards }))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
