import { errorCodes, type preHandlerHookHandler } from 'fastify'

/**
 * Breaks off a handler that takes longer than its route's `handlerTimeout` where the request has a body. Fastify means to, but
 * ends its own timer as soon as the body was read, because Node calls the request closed then (fastify/fastify#6725).
 */
export const timeWrites: preHandlerHookHandler = ({ method, routeOptions }, reply, done) => {
  const { handlerTimeout, url } = routeOptions
  if (method !== 'GET' && method !== 'HEAD') {
    const timer = setTimeout(() => {
      if (reply.sent) return
      if (reply.raw.headersSent) reply.raw.destroy()
      else reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(String(handlerTimeout), url))
    }, handlerTimeout).unref()
    reply.raw.once('close', () => clearTimeout(timer))
  }
  done()
}
