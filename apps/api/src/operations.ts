import type { FastifyInstance } from 'fastify'
import type { CreateContext } from './http/request-context.ts'
import { collectPlainRoutes, type PlainRoute } from './http/transports/openapi/plain-routes.ts'
import { mountRest } from './http/transports/rest.ts'
import { mountStatementRoute } from './modules/admin/cash-up.routes.ts'
import { mountCsvExports } from './modules/admin/csv-export.routes.ts'
import type { MediaStore } from './modules/media/media-store.ts'
import { mountUploadRoute } from './modules/media/upload.routes.ts'
import { mountPaymentHooks } from './modules/payments/payments.hooks.ts'
import { appRouter } from './router.ts'

interface OperationsOptions {
  media: MediaStore
  createContext: CreateContext
}

/** Adds every operation that the document describes: the procedures over REST, and the routes that are none, which it answers. */
export async function mountOperations(
  rest: FastifyInstance,
  { media, createContext }: OperationsOptions,
): Promise<readonly PlainRoute[]> {
  const plainRoutes = collectPlainRoutes(rest)
  mountRest(rest, appRouter, createContext)
  mountPaymentHooks(rest, createContext)
  mountCsvExports(rest, createContext)
  await mountUploadRoute(rest, media, createContext)
  await mountStatementRoute(rest, createContext)
  return plainRoutes
}
