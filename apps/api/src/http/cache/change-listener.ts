import { randomUUID } from 'node:crypto'
import { newClient } from '@marashi/postgres/connection'
import { connectionNames } from '../../db/connection-names.ts'

export const probeChannel = 'cache_probe'
const TIMEOUT_MS = 5_000

/** One connection that hears the notifications of a database. */
export interface ChangeListener {
  /**
   * Whether it hears what `sendProbe` sends within five seconds; undefined where the probe could not be sent, which says
   * nothing about this connection.
   */
  hears(sendProbe: (id: string) => Promise<unknown>): Promise<boolean | undefined>
  /** Whether the server answers on this connection. */
  isAlive(): Promise<boolean>
  onEnd(end: () => void): void
  /** Ends it without asking the server, which may not answer any more. */
  destroy(): void
  close(): Promise<void>
}

/**
 * Connects to `url` and calls `onChange` for every change of the catalogue, or of the owner's settings. Throws where it
 * cannot connect.
 */
export async function listenForChanges(
  url: string,
  onChange: (changed: 'catalogue' | 'settings') => void,
): Promise<ChangeListener> {
  const probes = new Map<string, (isHeard: boolean) => void>()
  const client = newClient(url, {
    application_name: connectionNames.changes,
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === probeChannel) probes.get(payload)?.(true)
    else onChange(payload === 'settings' ? 'settings' : 'catalogue')
  })
  try {
    await client.connect()
    await client.query(`listen catalogue_changed; listen ${probeChannel}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return {
    async hears(sendProbe) {
      const id = randomUUID()
      const heard = new Promise<boolean>((resolve) => {
        probes.set(id, resolve)
        // Where the process itself stood still, this timer comes before what has arrived meanwhile is read.
        setTimeout(() => setImmediate(resolve, false), TIMEOUT_MS).unref()
      })
      try {
        await sendProbe(id)
        return await heard
      } catch {
        return undefined
      } finally {
        probes.delete(id)
      }
    },
    isAlive: () =>
      client.query('select').then(
        () => true,
        () => false,
      ),
    onEnd: (end) => void client.on('end', end),
    destroy: () => void client.connection.stream.destroy(),
    close: () => client.end(),
  }
}
