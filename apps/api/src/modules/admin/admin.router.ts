import { router } from '../../kernel/trpc.ts'
import { sessionRouter } from './session.admin-router.ts'

/** What the back office can be asked; whoever is not logged in may only log in (and out). */
export const adminRouter = router({
  session: sessionRouter,
})
