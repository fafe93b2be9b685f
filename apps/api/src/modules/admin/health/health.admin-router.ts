import { askOperatorAgainInput, healthStatus as output } from '@marashi/domain/contracts/admin-health'
import { administratorProcedure, router } from '../../../http/procedures.ts'
import { askOperatorAgain } from '../../payments/operators/operator-refusals.ts'
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

  askOperatorAgain: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/health/operator',
        tags: ['Administrator'],
        summary: 'Ask a gateway again as the operator that it has refused',
        description:
          'After the operator was unlocked, or given its role, on the gateway’s own pages. New settings need none of this: they are another operator.',
      },
    })
    .input(askOperatorAgainInput)
    .output(output)
    .mutation(async ({ ctx, input }) => {
      await askOperatorAgain(ctx, input.paymentMethod)
      return await healthStatus(ctx)
    }),
})
