import {
  lowStock as lowStockOutput,
  productStock as productStockOutput,
  saveStockInput,
} from '@marashi/domain/contracts/admin-stock'
import { productId } from '@marashi/domain/contracts/catalogue'
import { administratorProcedure, router } from '../../../http/procedures.ts'
import { lowStock } from './low-stock.ts'
import { productStock } from './product-stock.ts'
import { saveStock } from './save-stock.ts'

const tags = ['Administrator']

export const stockAdminRouter = router({
  low: administratorProcedure
    .meta({ openapi: { method: 'GET', path: '/admin/stock/low', tags, summary: 'What is running out' } })
    .output(lowStockOutput)
    .query(({ ctx }) => lowStock(ctx)),

  product: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/products/{id}/stock', tags, summary: 'How many of a product are left' },
      errors: ['NOT_FOUND'],
    })
    .input(productId)
    .output(productStockOutput)
    .query(({ ctx, input }) => productStock(ctx, input)),

  save: administratorProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/admin/products/{id}/stock',
        tags,
        summary: 'Count a product, or switch it to sold out',
      },
      errors: ['NOT_FOUND'],
    })
    .input(saveStockInput)
    .output(productStockOutput)
    .mutation(({ ctx, input }) => saveStock(ctx, input)),
})
