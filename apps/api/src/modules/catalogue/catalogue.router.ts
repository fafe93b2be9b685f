import {
  arch,
  category,
  productDetails,
  productId,
  productList,
  productQuery,
} from '@marashi/domain/contracts/catalogue'
import { relatedProduct } from '@marashi/domain/contracts/related-products'
import { policy, policyQuery, shopDetails } from '@marashi/domain/contracts/shop'
import { z } from 'zod'
import { router, shopperProcedure } from '../../http/procedures.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { getProduct } from './get-product.ts'
import { listArches } from './list-arches.ts'
import { listCategories } from './list-categories.ts'
import { listProducts } from './list-products.ts'
import { relatedProducts } from './related-products.ts'
import { shopDetailsOf } from './shop-details.ts'

export const catalogueRouter = router({
  products: shopperProcedure
    .meta({
      openapi: { method: 'GET', path: '/products', tags: ['Catalogue'], summary: 'List, search and filter products' },
      isShared: true,
    })
    .input(productQuery)
    .output(productList)
    .query(({ ctx, input }) => listProducts(ctx, input)),

  product: shopperProcedure
    .meta({
      openapi: { method: 'GET', path: '/products/{id}', tags: ['Catalogue'], summary: 'One product' },
      errors: ['NOT_FOUND'],
      isShared: true,
    })
    .input(productId)
    .output(productDetails)
    .query(({ ctx, input }) => getProduct(ctx, input)),

  relatedProducts: shopperProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/products/{id}/related',
        tags: ['Catalogue'],
        summary: 'Perfumes with the same notes or of the same category, four at most',
      },
      errors: ['NOT_FOUND'],
      isShared: true,
    })
    .input(productId)
    .output(z.array(relatedProduct))
    .query(({ ctx, input }) => relatedProducts(ctx, input)),

  categories: shopperProcedure
    .meta({
      openapi: { method: 'GET', path: '/categories', tags: ['Catalogue'], summary: 'List categories' },
      isShared: true,
    })
    .output(z.array(category))
    .query(({ ctx }) => listCategories(ctx)),

  arches: shopperProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/arches',
        tags: ['Catalogue'],
        summary: 'The largest categories, each with a picture',
      },
      isShared: true,
    })
    .output(z.array(arch))
    .query(({ ctx }) => listArches(ctx)),

  shop: shopperProcedure
    .meta({
      openapi: { method: 'GET', path: '/shop', tags: ['Catalogue'], summary: 'The shop’s business details' },
      isShared: true,
    })
    .output(shopDetails)
    .query(async ({ ctx }) => shopDetailsOf(ctx.env, await settingsOf(ctx))),

  policy: shopperProcedure
    .meta({
      openapi: { method: 'GET', path: '/policies/{slug}', tags: ['Catalogue'], summary: 'One of the shop’s policies' },
      isShared: true,
    })
    .input(policyQuery)
    .output(policy)
    .query(async ({ ctx, input: { slug } }) => ({ slug, text: (await settingsOf(ctx)).policies[slug] })),
})
