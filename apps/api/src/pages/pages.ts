import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mountAdmin } from './mount-admin.ts'
import { mountAssets } from './mount-assets.ts'
import { mountFiles } from './mount-files.ts'
import { pageRoute } from './page-route.ts'
import type { PagesOptions } from './pages-options.ts'
import { mountServiceWorker } from './service-worker.ts'
import { mountShopManifest } from './shop-manifest.ts'
import { mountSitemap } from './sitemap.ts'

/** The shop as browsers see it: built files, product pictures, and every page rendered on the server. */
export async function mountPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { env, settings, cache, createContext, storefront } = options
  const mediaDir = path.resolve(env.DATA_DIR, 'media')
  mkdirSync(mediaDir, { recursive: true })
  await mountAssets(app, {
    prefix: '/assets/',
    own: path.join(storefront.clientDir, 'assets'),
    shared: path.resolve(env.DATA_DIR, 'assets/storefront'),
  })
  // A picture's address changes with its bytes, so browsers may cache it for good.
  await mountFiles(app, {
    root: mediaDir,
    prefix: '/media/',
    immutable: true,
    maxAge: '1y',
  })
  await mountFiles(app, {
    root: storefront.clientDir,
    prefix: '/',
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**', 'sw.js*'],
    maxAge: '1d',
  })
  mountServiceWorker(app, { env, clientDir: storefront.clientDir })
  mountShopManifest(app, { settings })
  mountSitemap(app, { env, cache, createContext })
  await mountAdmin(app, { env, settings })
  app.route(pageRoute(options))
}
