import { adminSession, endedSessions, loginHeaders, loginInput } from '@marashi/domain/contracts/admin-session'
import { z } from 'zod'
import { administratorProcedure, router, shopperProcedure } from '../../../http/procedures.ts'
import { currentSession } from './current-session.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'

const tags = ['Administrator']

export const sessionRouter = router({
  login: shopperProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/login',
        tags,
        summary: 'Log in; sets the session cookie',
        responseHeaders: loginHeaders,
      },
      readsSession: true,
      errors: ['UNAUTHORIZED'],
      limits: ['passwords', 'allPasswords'],
      hasOwnRepeats: true,
    })
    .input(loginInput)
    .output(adminSession)
    .mutation(({ ctx, input }) => logIn(ctx, input)),

  logout: shopperProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/logout', tags, summary: 'Log out; fine without a session' },
      readsSession: true,
      limits: ['logouts'],
      status: 204,
      hasOwnRepeats: true,
    })
    .output(z.void())
    .mutation(({ ctx }) => logOut(ctx)),

  endOthers: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/sessions/end-others', tags, summary: 'Log out every other browser' },
    })
    .output(endedSessions)
    .mutation(({ ctx }) => endOtherSessions(ctx)),

  current: administratorProcedure
    .meta({ openapi: { method: 'GET', path: '/admin/session', tags, summary: 'Until when this session may last' } })
    .output(adminSession)
    .query(({ ctx }) => currentSession(ctx)),
})
