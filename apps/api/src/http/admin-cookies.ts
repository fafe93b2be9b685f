// The apps read the router's types without app.ts, which registers the plugin.
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../env.ts'

/**
 * The administrator's cookies: `session` while logged in, `device` for a browser that was logged in before.
 * Over https their names begin with `__Host-`, which browsers accept from this host over https alone, and no other names
 * are read: another subdomain cannot set them.
 */
export function adminCookies({ PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>) {
  const secure = PUBLIC_URL.startsWith('https:')
  const scope = { httpOnly: true, sameSite: 'strict', path: '/', secure } as const
  const cookie = (plainName: string) => {
    const name = secure ? `__Host-${plainName}` : plainName
    return {
      name,
      read: (request: FastifyRequest) => request.cookies[name],
      set: (reply: FastifyReply, token: string, expires: Date) =>
        void reply.setCookie(name, token, { ...scope, expires }),
      clear: (reply: FastifyReply) => void reply.clearCookie(name, scope),
    }
  }
  return { session: cookie('session'), device: cookie('device') }
}
