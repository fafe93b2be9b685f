import {
  adminProductList,
  adminProductListQuery,
  createProductInput,
  patchProductInput,
  updateProductInput,
} from '@marashi/domain/contracts/admin-catalogue'
import { deletion } from '@marashi/domain/contracts/admin-lists'
import { importedProducts, importProductsInput } from '@marashi/domain/contracts/admin-product-file'
import { productDetails } from '@marashi/domain/contracts/catalogue'
import { z } from 'zod'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { deleteProduct } from '../catalogue/delete-product.ts'
import { listAllProducts } from '../catalogue/list-all-products.ts'
import { createProduct, updateProduct } from '../catalogue/save-product.ts'
import { importProducts } from './product-file/import-products.ts'

const tags = ['Administrator']

export const productsRouter = router({
  list: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/products',
        tags,
        summary: 'Every product, newest first, to keep a copy of the catalogue',
        description:
          'Read all pages once, by `cursor`; then ask for what was changed with `updatedSince`, since a minute before your last question. A product that was deleted is in no list: `GET /events` tells of it.',
      },
    })
    .input(adminProductListQuery)
    .output(adminProductList)
    .query(({ ctx, input }) => listAllProducts(ctx, input)),

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

  patch: administratorProcedure
    .meta({
      openapi: { method: 'PATCH', path: '/products/{id}', tags, summary: 'Change single fields of a product' },
      errors: ['NOT_FOUND', 'STALE'],
    })
    .input(patchProductInput)
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
      // The same file may be stored later, once the category is there that it lacks.
      mayComeAgain: (answer) => !importedProducts.parse(answer).isStored,
    })
    .input(importProductsInput)
    .output(importedProducts)
    .mutation(({ ctx, input }) => importProducts(ctx, input)),

  remove: administratorProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/products/{id}', tags, summary: 'Delete a product and its reviews' },
      errors: ['NOT_FOUND', 'STALE'],
      status: 204,
    })
    .input(deletion)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteProduct(ctx, input)),
})
