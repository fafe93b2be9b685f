import net from 'node:net'
import type pg from 'pg'

/**
 * Makes of `Client` a class whose connection breaks (ETIMEDOUT) when the server says nothing for `silenceMs` while it is
 * asked. A server that hangs, or a network that drops everything, closes no connection: the statements of a whole pool
 * would wait until the system gives up, which takes a quarter of an hour. A connection that is idle stays.
 */
export function endSilentConnections(Client: typeof pg.Client, silenceMs: number): typeof pg.Client {
  return class extends Client {
    constructor(config?: string | pg.ClientConfig) {
      const socket = new net.Socket()
      const given = typeof config === 'string' ? { connectionString: config } : (config ?? {})
      // A pool hides the password from copies of its settings.
      super(Object.create(given, { stream: { value: () => socket } }))
      let isAsked = false
      const send: (...parameters: unknown[]) => unknown = this.query.bind(this)
      Object.assign(this, {
        query: (...parameters: unknown[]) => {
          isAsked = true
          return send(...parameters)
        },
      })
      this.on('drain', () => {
        isAsked = false
      })
      // As a callback of `setTimeout` it would be called once, the first time that nobody asks anything.
      socket.setTimeout(silenceMs).on('timeout', () => {
        if (isAsked) socket.destroy(silent(silenceMs))
      })
    }
  }
}

const silent = (afterMs: number) =>
  Object.assign(new Error(`The database has said nothing for ${afterMs} ms`), { code: 'ETIMEDOUT' })
