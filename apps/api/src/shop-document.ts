import Fastify from 'fastify'
import type { OpenAPIObject } from 'trpc-to-openapi'
import { readEnvironment } from './env.ts'
import { openApiDocument } from './http/transports/openapi/document.ts'
import { mediaStoreOf } from './modules/media/media-store-of.ts'
import { mountOperations } from './operations.ts'
import { appRouter } from './router.ts'

/** The document of the API without a shop that runs, for what is built from it: its address and limits are an example's. */
export async function shopDocument(): Promise<OpenAPIObject> {
  const env = readEnvironment({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' })
  const app = Fastify()
  const createContext = () => {
    throw new Error('nobody is served here')
  }
  const plainRoutes = await mountOperations(app, { media: mediaStoreOf(env), createContext })
  await app.ready()
  try {
    return openApiDocument(appRouter, plainRoutes, { env, shopName: 'Marashi' })
  } finally {
    await app.close()
  }
}
