import type { FastifyInstance } from 'fastify'
import type { PagesOptions } from './pages-options.ts'
import { serveManifest } from './serve-manifest.ts'

/** What makes the shop an app on a home screen. See docs/behaviour.md#offline. */
export function mountShopManifest(app: FastifyInstance, { settings }: Pick<PagesOptions, 'settings'>): void {
  serveManifest(app, { address: '/site.webmanifest', settings, manifestOf })
}

const icon = { src: '/icon-192.png', sizes: '192x192', type: 'image/png' }

const manifestOf = (shopName: string) => ({
  id: '/',
  name: shopName,
  short_name: shopName,
  description: 'Premium fragrances and luxury scents, delivered across Kenya.',
  lang: 'en-KE',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f4f2f6',
  theme_color: '#2a1233',
  categories: ['shopping', 'lifestyle'],
  shortcuts: [
    { name: 'Shop', url: '/shop', icons: [icon] },
    { name: 'Your cart', url: '/cart', icons: [icon] },
  ],
  icons: [
    icon,
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
