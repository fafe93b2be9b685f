import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is about to end: it still answers, and no load balancer should send it more. */
    isDraining: boolean
  }
}

/**
 * Ends every kept-alive connection with its next response once `isDraining` is set, so that proxies hold none when the
 * server stops listening. Register it before everything that writes responses by itself.
 */
export const drainingPlugin = fp(async (app: FastifyInstance) => {
  app.decorate('isDraining', false)
  // On the raw response, because cached ones are written without Fastify.
  const close = ({ raw }: FastifyReply) => void (app.isDraining && raw.setHeader('connection', 'close'))
  app.addHook('onRequest', async (_request, reply) => close(reply))
  // A request that was there before still has to give its connection up.
  app.addHook('onSend', async (_request, reply, payload) => {
    close(reply)
    return payload
  })
})
