import type { Invariant } from './invariant.ts'

/** What is left, what orders hold and what the ledger says are the same pieces. */
export const stockInvariants: readonly Invariant[] = [
  {
    id: 'I22',
    sql: `select null::uuid as "orderId", format('%s left and %s taken of %s counted', v.stock_count, h.taken, c.count_after) as what
          from variants v
          join lateral (select id, count_after from stock_changes where variant_id = v.id and reason = 'counted'
                        order by id desc limit 1) c on true
          cross join lateral (select coalesce(sum(i.taken), 0) as taken from order_items i where i.variant_id = v.id) h
          where v.stock_count + h.taken <> c.count_after
          union all
          select null, format('%s left, the ledger says %s', v.stock_count, l.count_after)
          from variants v
          join lateral (select count_after from stock_changes where variant_id = v.id order by id desc limit 1) l on true
          where v.stock_count is distinct from l.count_after
          union all
          select o.id, format('%s of %s taken, the ledger says %s', i.taken, i.variant_id, -l.pieces)
          from orders o join order_items i on i.order_id = o.id
          cross join lateral (select coalesce(sum(pieces), 0) as pieces from stock_changes
                              where order_id = o.id and variant_id = i.variant_id) l
          where i.variant_id is not null and i.taken <> -l.pieces
          union all
          select o.id, format('%s pieces of an order that is over are still taken', i.taken)
          from orders o join order_items i on i.order_id = o.id where i.taken > 0 and o.status = 'cancelled' and not o.keeps_pieces`,
  },
]
