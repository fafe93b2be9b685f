import { describe, expect, it } from 'vitest'
import { findViolations } from './find-violations.ts'

describe('who may import whom', () => {
  const forbidden: [file: string, source: string, advice: string][] = [
    ['packages/domain/src/rules/cart.ts', `import { x } from '../contracts/checkout.ts'`, 'domain/src/rules'],
    ['packages/domain/src/rules/cart.ts', `import { readFileSync } from 'node:fs'`, 'plain values'],
    ['packages/domain/src/contracts/orders.ts', `import { x } from '@marashi/api/router'`, 'wire'],
    ['packages/ui/src/button.tsx', `import { shillings } from '@marashi/domain/rules/money'`, 'properties'],
    ['packages/postgres/src/embedded.ts', `export * from '@marashi/api/app'`, 'apps/api'],
    ['packages/sdk/src/each.ts', `import { x } from '@marashi/domain/contracts/orders'`, 'published by itself'],
    ['packages/api-client/src/trpc.ts', `import { appRouter } from '@marashi/api/router'`, 'import type'],
    [
      'apps/api/src/http/procedures.ts',
      `import { Order } from '../modules/orders/order.entity.ts'`,
      'lives in that module',
    ],
    ['apps/api/src/modules/shop-settings/a.ts', `import { x } from '../media/media-store.ts'`, 'no other module'],
    ['apps/api/src/modules/media/a.ts', `import { x } from '../catalogue/product.entity.ts'`, 'no other module'],
    [
      'apps/api/src/modules/catalogue/a.ts',
      `import { x } from '../orders/order.entity.ts'`,
      'may import shop-settings, media',
    ],
    ['apps/api/src/modules/orders/a.ts', `import type { X } from '../payments/payment.entity.ts'`, 'catalogue'],
    ['apps/api/src/modules/payments/a.ts', `const x = await import('../checkout/place-order.ts')`, 'catalogue, orders'],
    ['apps/api/src/modules/checkout/a.ts', `import { x } from '../reviews/submit-review.ts'`, 'payments'],
    ['apps/api/src/modules/admin/a.ts', `import { appRouter } from '../../router.ts'`, 'later one call'],
    ['apps/api/src/app.ts', `import { render } from '@marashi/storefront'`, 'dist'],
    ['apps/storefront/src/lib/head.ts', `import { x } from '../features/cart/use-cart.ts'`, 'lib'],
    [
      'apps/storefront/src/features/cart/a.ts',
      `import { x } from '../checkout/form.tsx'`,
      'compose features in a route',
    ],
    ['apps/storefront/src/features/cart/a.ts', `import { x } from '../../routes/shop.tsx'`, 'route'],
    ['apps/storefront/src/features/cart/a.ts', `import pg from 'pg'`, 'newClient'],
    ['apps/api/src/jobs/jobs.test.ts', `import { Pool } from 'pg'`, 'newPool'],
    ['packages/bench/src/main.ts', `const { Client } = await import('pg')`, 'newClient'],
    ['packages/postgres/src/embedded.ts', `import { parse } from 'pg-connection-string'`, 'connectionOptions'],
    ['apps/storefront/src/routes/shop.tsx', `import { x } from '../../../admin/src/lib/x.ts'`, 'own app'],
    ['apps/storefront/src/entry-server.tsx', `import { appRouter } from '@marashi/api/router'`, 'import type'],
    ['apps/admin/src/features/orders/a.ts', `import { x } from '../payments/table.tsx'`, 'through lib'],
    ['packages/e2e/src/buy.ts', `import { Order } from '@marashi/api/modules/orders/order.entity'`, 'browser'],
  ]
  it.each(forbidden)('%s may not hold: %s', (file, source, advice) => {
    const [violation, ...others] = findViolations(file, `\n${source}\n`)
    expect(violation).toContain(`${file}:2 `)
    expect(violation).toContain(advice)
    expect(others).toEqual([])
  })

  const allowed: [file: string, source: string][] = [
    ['packages/domain/src/contracts/orders.ts', `import { shillings } from '../rules/money.ts'`],
    ['packages/api-client/src/trpc.ts', `import type { AppRouter } from '@marashi/api/router'`],
    ['packages/api-client/src/trpc.ts', `import { type AppRouter } from '@marashi/api/router'`],
    ['apps/api/src/modules/checkout/a.ts', `import { x } from '../payments/start-payment.ts'`],
    ['apps/api/src/modules/admin/a.ts', `import { x } from '../reviews/moderate-review.ts'`],
    ['apps/api/src/router.ts', `import { x } from './modules/admin/admin.router.ts'`],
    ['apps/storefront/src/features/product/a.tsx', `import { x } from '../cart/use-cart.ts'`],
    ['apps/storefront/src/features/product/a.tsx', `import { x } from './b.tsx'`],
    ['apps/storefront/src/routes/shop.tsx', `import { x } from '../features/catalogue/product-grid.tsx'`],
    ['apps/storefront/src/entry-server.tsx', `import type { AppRouter } from '@marashi/api/router'`],
    ['apps/api/src/http/limits/rate-limits.ts', `import type pg from 'pg'`],
    ['apps/api/src/jobs/jobs.ts', `import { connectionOptions } from '@marashi/postgres/connection'`],
    ['packages/postgres/src/connection.ts', `import pg from 'pg'`],
    ['packages/domain/src/rules/cart.test.ts', `import { cartLine } from '../contracts/checkout.ts'`],
    ['scripts/run.ts', `import { x } from '../apps/api/src/env.ts'`],
  ]
  it.each(allowed)('%s may hold: %s', (file, source) => {
    expect(findViolations(file, source)).toEqual([])
  })
})
