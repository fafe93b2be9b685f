import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Only what says which request it was: no headers, no query, no body, so no phone, e-mail, cookie or password, and no
 * callback token: who reads the log must not be able to speak for M-Pesa.
 */
export const requestSerializers = {
  req: ({ method, url }: FastifyRequest) => ({
    method,
    path: url?.split('?', 1)[0]?.replace(/(\/hooks\/pay\/).*/, '$1…'),
  }),
}

/** One line for what is worth reading later: every write and every refusal; plain reads only at debug level. */
export function logAnswers(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const level =
    reply.statusCode >= 500 ? 'warn' : request.method !== 'GET' || reply.statusCode >= 400 ? 'info' : 'debug'
  request.log[level]({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  done()
}
