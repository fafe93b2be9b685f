import { createProductInput, updateProductInput } from '@marashi/domain/contracts/admin-catalogue'
import { importedProducts, importProductsInput } from '@marashi/domain/contracts/admin-product-file'
import { productDetails, productId } from '@marashi/domain/contracts/catalogue'
import { z } from 'zod'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { deleteProduct } from '../catalogue/delete-product.ts'
import { createProduct, updateProduct } from '../catalogue/save-product.ts'
import { importProducts } from './product-file/import-products.ts'

const tags = ['Administrator']

export const productsRouter = router({
  create: administratorProcedure
    .meta({ openapi: { method: 'POST', path: '/products', tags, summary: 'Add a product' }, status: 201 })
    .input(createProductInput)
    .output(productDetails)
    .mutation(({ ctx, input }) => createProduct(ctx, input)),

  update: administratorProcedure
    .meta({
      openapi: { method: 'PUT', path: '/products/{id}', tags, summary: 'Change a product' },
      errors: ['NOT_FOUND', 'STALE'],
    })
    .input(updateProductInput)
    .output(productDetails)
    .mutation(({ ctx, input }) => updateProduct(ctx, input)),

  importFile: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/products/import',
        tags,
        summary: 'Add and change products from a CSV file, all or none',
      },
    })
    .input(importProductsInput)
    .output(importedProducts)
    .mutation(({ ctx, input }) => importProducts(ctx, input)),

  remove: administratorProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/products/{id}', tags, summary: 'Delete a product and its reviews' },
      errors: ['NOT_FOUND'],
      status: 204,
    })
    .input(productId)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteProduct(ctx, input)),
})
