import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { DOWNLOAD_TIMEOUT_MS } from '../http/time-limits.ts'

/** Serves the files of a folder, however slowly they are taken. */
export async function mountFiles(app: FastifyInstance, options: FastifyStaticOptions): Promise<void> {
  await app.register(async (files) => {
    // The plugin adds its routes itself.
    files.addHook('onRoute', (route) => {
      route.handlerTimeout = DOWNLOAD_TIMEOUT_MS
    })
    await files.register(fastifyStatic, {
      index: false,
      redirect: false,
      dotfiles: 'deny',
      decorateReply: false,
      ...options,
    })
  })
}
