import { cashUp as cashUpAnswer, cashUpChecked, cashUpInput } from '@marashi/domain/contracts/admin-cash-up'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { cashUp } from '../payments/daily-check/cash-up.ts'
import { checkDay } from '../payments/daily-check/check-day.ts'
import { closeDay } from '../payments/daily-check/close-day.ts'

const tags = ['Administrator']

/** The daily check (docs/behaviour.md#daily-check). Amounts are whole cents. */
export const cashUpAdminRouter = router({
  day: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/cash-up',
        tags,
        summary: 'The money of a day: what the shop has booked beside what the gateways list',
      },
    })
    .input(cashUpInput)
    .output(cashUpAnswer)
    .query(({ ctx, input }) => cashUp(ctx, input)),

  check: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/cash-up/check', tags, summary: 'Ask the gateways about a day now' },
      errors: ['CONFLICT'],
      asksOthers: true,
    })
    .input(cashUpInput)
    .output(cashUpChecked)
    .mutation(({ ctx, input }) => checkDay(ctx, input)),

  close: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/cash-up/close', tags, summary: 'Close a day that is over' },
      errors: ['CONFLICT'],
    })
    .input(cashUpInput)
    .output(cashUpAnswer)
    .mutation(({ ctx, input }) => closeDay(ctx, input)),
})
