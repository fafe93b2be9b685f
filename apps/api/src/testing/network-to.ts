import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { connectionOptions } from '@marashi/postgres/connection'

/**
 * A way to the database's server that can be slow, both ways or only for the statements with certain words, and can lose its
 * connections without closing them.
 */
export async function networkTo(
  databaseUrl: string,
  { delayMs = 0, slowStatement }: { delayMs?: number; slowStatement?: string } = {},
) {
  const { host, port } = connectionOptions(databaseUrl)
  const sockets = new Set<Socket>()
  let slowed = 0
  const isSlow = (chunk: Buffer) => {
    if (slowStatement === undefined) return true
    const isNamed = chunk.includes(slowStatement)
    if (isNamed) slowed += 1
    return isNamed
  }
  const server = createServer((near) => {
    const far = connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined).on('close', () => to.destroy())
      from.pipe(lateBy((chunk) => (isSlow(chunk) ? delayMs : 0))).pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(address.port) }).href,
    slowed: () => slowed,
    dropSilently: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const lateBy = (delayOf: (chunk: Buffer) => number) =>
  new Transform({
    transform: (chunk, _encoding, done) => void setTimeout(() => done(null, chunk), delayOf(chunk)),
  })
