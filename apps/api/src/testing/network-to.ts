import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { connectionOptions } from '@marashi/postgres/connection'

/** A way to the database's server that can be slow, and can lose its connections without closing them. */
export async function networkTo(databaseUrl: string, { delayMs = 0 } = {}) {
  const { host, port } = connectionOptions(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined).on('close', () => to.destroy())
      from.pipe(lateBy(delayMs)).pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as { port: number }
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(address.port) }).href,
    dropSilently: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const lateBy = (delayMs: number) =>
  new Transform({
    transform: (chunk, _encoding, done) => void setTimeout(() => done(null, chunk), delayMs),
  })
