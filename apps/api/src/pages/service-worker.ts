import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Environment } from '../env.ts'
import { acceptedEncoding } from '../http/accepted-encoding.ts'

/**
 * `/sw.js`, which browsers ask for again with each page, so that a new version reaches them at once, and so does the owner's
 * wish to do without. See docs/behaviour.md#offline.
 */
export function mountServiceWorker(
  app: FastifyInstance,
  { env, clientDir }: { env: Environment; clientDir: string },
): void {
  const file = path.join(clientDir, env.SERVICE_WORKER === 'on' ? 'sw.js' : 'sw-off.js')
  const script = readFileSync(file)
  const compressed = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null
  app.get('/sw.js', async (request, reply) => {
    const encoding = compressed ? acceptedEncoding(request, ['br']) : undefined
    if (encoding) reply.header('content-encoding', encoding)
    return (
      reply
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
        // The worker fetches under its own policy.
        .header('content-security-policy', "default-src 'none'; connect-src 'self'")
        .type('text/javascript; charset=utf-8')
        .send(encoding ? compressed : script)
    )
  })
}
