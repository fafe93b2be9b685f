import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { mountAdminAppFiles } from './admin-app-files.ts'
import { mountAssets } from './mount-assets.ts'
import { pagePolicy } from './page-policy.ts'
import type { PagesOptions } from './pages-options.ts'

const dist = fileURLToPath(new URL('../../../admin/dist', import.meta.url))

/** The screens of the administration, see docs/behaviour.md#routes; every other address under /admin is a 404. */
const pages = new Set([
  '',
  'login',
  'dashboard',
  'products',
  'categories',
  'orders',
  'reviews',
  'payments',
  'cash-up',
  'stock',
  'customers',
  'settings',
  'health',
  'api-keys',
  'webhooks',
  'notices',
  'slips',
])

/**
 * The admin app: its built files, and for every address the one page that renders itself in the browser. The page holds
 * nothing that needs a session; the procedures check that. Throws when the app is not built.
 */
export async function mountAdmin(
  app: FastifyInstance,
  { env, settings }: Pick<PagesOptions, 'env' | 'settings'>,
): Promise<void> {
  const page = readFileSync(path.join(dist, 'index.html'), 'utf8')
  await mountAssets(app, {
    prefix: '/admin/assets/',
    own: path.join(dist, 'assets'),
    shared: path.resolve(env.DATA_DIR, 'assets/admin'),
  })

  mountAdminAppFiles(app, { dist, settings })

  const { PUBLIC_URL: publicUrl } = env
  const answer = async (pathname: string, reply: FastifyReply) => {
    const { shop } = await settings.read().catch(() => settings.lastKnown)
    const nonce = randomBytes(16).toString('base64url')
    const sources = [`'nonce-${nonce}'`]
    return reply
      .code(pages.has(pathname) ? 200 : 404)
      .header('content-security-policy', pagePolicy({ inline: { scripts: sources, styles: sources }, publicUrl }))
      .header('cache-control', 'no-cache')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(filledIn(page, { nonce, shopName: escapeHtml(shop.name), publicUrl: escapeHtml(publicUrl) }))
  }
  app.get('/admin', (_request, reply) => answer('', reply))
  app.get<{ Params: { '*': string } }>('/admin/*', ({ params }, reply) => answer(params['*'].replace(/\/$/, ''), reply))
}

/** The built page with the shop's name and address in it; each response gets a nonce of its own. */
const filledIn = (page: string, values: { nonce: string; shopName: string; publicUrl: string }): string =>
  page.replace(/\{\{(nonce|shopName|publicUrl)\}\}/g, (_, name: keyof typeof values) => values[name])

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
