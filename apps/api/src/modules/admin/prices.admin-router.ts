import { changePricesInput, priceBatch, priceBatchId } from '@marashi/domain/contracts/admin-prices'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { changePrices } from '../catalogue/prices/change-prices.ts'
import { undoPrices } from '../catalogue/prices/undo-prices.ts'

const tags = ['Administrator']

export const pricesRouter = router({
  change: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/prices', tags, summary: 'Change the prices of products, all or none' },
      errors: ['NOT_FOUND', 'STALE'],
    })
    .input(changePricesInput)
    .output(priceBatch)
    .mutation(({ ctx, input }) => changePrices(ctx, input)),

  undo: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/prices/{id}/undo',
        tags,
        summary: 'Bring the prices before a change back',
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
    })
    .input(priceBatchId)
    .output(priceBatch)
    .mutation(({ ctx, input }) => undoPrices(ctx, input)),
})
