import { healthStatus as output } from '@marashi/domain/contracts/admin-health'
import { administratorProcedure, router } from '../../../http/procedures.ts'
import { healthStatus } from './health-status.ts'

export const healthAdminRouter = router({
  status: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/health',
        tags: ['Administrator'],
        summary: 'What is wrong with the shop, since when, and what to do about it',
      },
    })
    .output(output)
    .query(({ ctx }) => healthStatus(ctx)),
})
