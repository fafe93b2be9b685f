import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { HANDLER_TIMEOUT_MS } from './time-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is about to end: it still answers, and no load balancer should send it more. */
    isDraining: boolean
    stopListening: ReturnType<typeof stoppable>
  }
}

/** Who opens a connection to ask something, as a proxy does, asks at once; a browser opens some to be ready. */
const SILENT_MS = 2_000

/**
 * Ends every kept-alive connection with its next response once `isDraining` is set, so that proxies hold none when the
 * server stops listening. Register it before everything that writes responses by itself.
 */
export const drainingPlugin = fp(async (app: FastifyInstance) => {
  app.decorate('isDraining', false)
  app.decorate('stopListening', stoppable(app.server))
  // On the raw response, because cached ones are written without Fastify.
  const close = ({ raw }: FastifyReply) => void (app.isDraining && raw.setHeader('connection', 'close'))
  app.addHook('onRequest', async (_request, reply) => close(reply))
  // A request that was there before still has to give its connection up.
  app.addHook('onSend', async (_request, reply, payload) => {
    close(reply)
    return payload
  })
})

/**
 * Answers how to stop `server`, which has no connection yet: it refuses new ones from then on, and waits for the requests that
 * have begun; what takes longer than any handler may is a download over a poor line, or a client that takes nothing, and ends
 * after `withinMs`. A connection on which nothing was asked counts as busy to Node, and ends after two seconds.
 */
export function stoppable(server: Server): (withinMs?: number) => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return async (withinMs = HANDLER_TIMEOUT_MS + 2_000) => {
    // Node resets the connections that the kernel has accepted and Node has not, so this happens right after it has looked
    // for them: a proxy sends an order that was refused to another process, but not one that was reset.
    await setImmediate()
    const silencing = setTimeout(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, SILENT_MS)
    const ending = setTimeout(() => server.closeAllConnections(), withinMs)
    await new Promise((resolve) => server.close(resolve))
    clearTimeout(silencing)
    clearTimeout(ending)
  }
}
