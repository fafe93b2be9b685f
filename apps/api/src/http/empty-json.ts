import type { FastifyInstance } from 'fastify'

/** Clients announce JSON and send nothing (a logout, a DELETE): the body is empty then, and not invalid JSON. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else parse(request, text as string, done)
  })
}
