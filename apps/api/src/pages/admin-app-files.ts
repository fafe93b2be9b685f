import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PagesOptions } from './pages-options.ts'
import { serveManifest } from './serve-manifest.ts'

const types = {
  'sw.js': 'text/javascript; charset=utf-8',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'icon-maskable-512.png': 'image/png',
}

/** What makes the administration an app of its own on a home screen: its manifest, service worker and icons. */
export function mountAdminAppFiles(
  app: FastifyInstance,
  { dist, settings }: { dist: string } & Pick<PagesOptions, 'settings'>,
): void {
  for (const [name, type] of Object.entries(types)) {
    const file = readFileSync(path.join(dist, name))
    app.get(`/admin/${name}`, (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(file))
  }
  serveManifest(app, { address: '/admin/manifest.webmanifest', settings, manifestOf })
}

const manifestOf = (shopName: string) => ({
  id: '/admin/',
  name: `${shopName} back office`,
  short_name: shopName,
  description: 'Orders, products and payments of the shop.',
  lang: 'en-KE',
  start_url: '/admin/dashboard',
  scope: '/admin/',
  display: 'standalone',
  background_color: '#f4f2f6',
  theme_color: '#f4f2f6',
  icons: [
    { src: '/admin/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/admin/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/admin/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
