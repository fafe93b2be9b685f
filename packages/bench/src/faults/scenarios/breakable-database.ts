import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { newClient } from '@marashi/postgres/connection'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { ensureDatabase } from '@marashi/postgres/ensure-database'
import type pg from 'pg'

const DATABASE = 'breakable'

/** A PostgreSQL that can be stopped at once and comes back at the same address, as a managed one does. */
export interface BreakableDatabase extends AsyncDisposable {
  url: string
  /** Kills every server process, waits `downMs`, and starts the server again: it recovers from its log. */
  breakFor(downMs: number): Promise<void>
}

/** Starts one in `dir` with an empty database. Connections go through a proxy whose port stays the same. */
export async function openBreakableDatabase(dir: string): Promise<BreakableDatabase> {
  await using started = new AsyncDisposableStack()
  let server = await startEmbeddedPostgres({ dir, durable: true })
  started.defer(() => server.stop())
  await emptyDatabase(server)
  const proxy = await openProxy(() => Number(new URL(server.url(DATABASE)).port))
  started.defer(proxy.close)
  const url = new URL(server.url(DATABASE))
  url.port = String(proxy.port)
  const ends = started.move()
  return {
    url: url.href,
    async breakFor(downMs) {
      const broken = server
      process.kill(await postmasterOf(broken), 'SIGQUIT')
      await sleep(downMs)
      server = await startEmbeddedPostgres({ dir, durable: true })
      // Only now: the last process to stop a server shuts it down.
      await broken.stop()
    },
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  }
}

async function emptyDatabase(server: EmbeddedPostgres): Promise<void> {
  await queryServer(server, `drop database if exists ${DATABASE} with (force)`)
  await ensureDatabase(server.url('postgres'), DATABASE)
}

async function postmasterOf(server: EmbeddedPostgres): Promise<number> {
  const [row] = await queryServer<{ file: string }>(server, `select pg_read_file('postmaster.pid') as file`)
  return Number(row?.file.split('\n')[0])
}

async function queryServer<Row extends pg.QueryResultRow>(server: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = newClient(server.url('postgres'))
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

async function openProxy(serverPort: () => number): Promise<{ port: number; close: () => Promise<void> }> {
  const open = new Set<Socket>()
  const proxy = createServer((caller) => {
    const server = connect(serverPort(), '127.0.0.1')
    for (const [one, other] of [
      [caller, server],
      [server, caller],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    close: async () => {
      for (const socket of open) socket.destroy()
      proxy.close()
    },
  }
}
