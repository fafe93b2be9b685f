import Fastify from 'fastify'
import type { OpenAPIObject } from 'trpc-to-openapi'
import { type Environment, readEnvironment } from './env.ts'
import { openApiDocument } from './http/transports/openapi/document.ts'
import { mediaStoreOf } from './modules/media/media-store-of.ts'
import { mountOperations } from './operations.ts'
import { appRouter } from './router.ts'

/** An environment for what is built from the document: its address and limits are an example's. */
const exampleEnvironment = () => readEnvironment({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' })

/** The document of the API without a shop that runs. */
export async function shopDocument(env: Environment = exampleEnvironment()): Promise<OpenAPIObject> {
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
