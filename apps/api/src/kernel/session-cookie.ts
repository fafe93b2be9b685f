import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../env.ts'

/**
 * The administrator's cookie (decisions 35). Over https its name begins with `__Host-`, which browsers accept from this
 * very host over https alone, and no other name is read: a neighbour on the domain cannot plant a session.
 */
export function sessionCookie({ PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>) {
  const secure = PUBLIC_URL.startsWith('https:')
  const name = secure ? '__Host-session' : 'session'
  const scope = { httpOnly: true, sameSite: 'strict', path: '/', secure } as const
  return {
    read: (request: FastifyRequest) => request.cookies[name],
    set: (reply: FastifyReply, token: string, expires: Date) =>
      void reply.setCookie(name, token, { ...scope, expires }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, scope),
  }
}
