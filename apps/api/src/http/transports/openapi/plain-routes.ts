import type { FastifyInstance } from 'fastify'
import type { RestOperation } from '../../rest-operation.ts'
import type { Method } from './method.ts'

/** A route that is no procedure, with its description in the document. */
export interface PlainRoute {
  path: string
  method: Method
  operation: RestOperation
  isGatewayHook: boolean
}

/** A list that fills with the documented routes as they are added to `app`, with paths in OpenAPI's notation. */
export function collectPlainRoutes(app: FastifyInstance): readonly PlainRoute[] {
  const routes: PlainRoute[] = []
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.operation || method === 'HEAD') return // Fastify adds HEAD to every GET
    routes.push({
      path: url.slice(app.prefix.length).replaceAll(/:(\w+)/g, '{$1}'),
      method: String(method).toLowerCase() as Method,
      operation: config.operation,
      isGatewayHook: config.isGatewayHook === true,
    })
  })
  return routes
}
