import type { orderOf } from '@marashi/domain/rules/catalogue-search'

/** What decides how the statement of a list is written. */
export interface ListOrder {
  order: ReturnType<typeof orderOf>
  isNewestChosen: boolean
  isPaged: boolean
}

/** The page of a list. */
export interface Cut {
  limit: number
  offset: number
}

/** What the orders of a list compare, beside `search_rank`, from `products` as p. */
export const compared = ['p.id', 'p.name_key', 'p.price', 'p.is_new', 'p.created_at'] as const

/** All columns of the table `matches` under the name `m`, by name, so that the statement can be prepared. */
export const matchColumns = ['m.id', 'm.name_key', 'm.price', 'm.is_new', 'm.created_at', 'm.search_rank'] as const

type Order = readonly (readonly [(typeof matchColumns)[number], 'asc' | 'desc'])[]

// Every order ends with the id, so that no product stands on two pages; both price orders walk one index.
export const orders: Record<ReturnType<typeof orderOf>, Order> = {
  'best-match': [
    ['m.search_rank', 'asc'],
    ['m.name_key', 'asc'],
    ['m.id', 'asc'],
  ],
  name: [
    ['m.name_key', 'asc'],
    ['m.id', 'asc'],
  ],
  'price-low': [
    ['m.price', 'asc'],
    ['m.id', 'asc'],
  ],
  'price-high': [
    ['m.price', 'desc'],
    ['m.id', 'desc'],
  ],
}

export const newestFirst: Order = [
  ['m.is_new', 'desc'],
  ['m.created_at', 'desc'],
  ['m.id', 'desc'],
]
