import { json } from 'node:stream/consumers'
import { loadStorefront } from '@marashi/api/pages/storefront-bundle'
import Fastify from 'fastify'

/** The settings of this program, as JSON on its standard input. */
export interface BarePagesSettings {
  /** What the calls of a page are answered, by procedure and by the product's id, which is empty where none is asked for. */
  answers: Record<string, Record<string, unknown>>
}

// The baseline of pages: the shop's own React and router on a bare Fastify, with the answers to their calls in memory.
const { answers } = (await json(process.stdin)) as BarePagesSettings
const { renderPage, assets } = await loadStorefront()
const origin = `http://127.0.0.1:${process.env.PORT}`
const app = Fastify({ logger: false })

app.get('/ready', async () => 'ready')
app.get('/*', async ({ url }, reply) => {
  const { status, html } = await renderPage({
    address: url,
    origin,
    nonce: 'bare',
    answer: async ({ path, input }) => ({ data: answers[path]?.[(input as { id: string } | undefined)?.id ?? ''] }),
    assets: { ...assets, css: () => '' },
  })
  return reply.code(status).type('text/html').send(html)
})

process.once('SIGTERM', () => app.close())

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
