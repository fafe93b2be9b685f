import type { StatementImported } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { paymentProviders } from '../providers/registry.ts'
import { compareList } from './compare-list.ts'
import { keepLines } from './keep-lines.ts'

const MAX_DAYS = 366

/** Reads a statement of a gateway's own pages, in whole or not at all; the same one again adds nothing. Throws BAD_REQUEST. */
export async function importStatement(ctx: Context, file: Buffer): Promise<StatementImported> {
  const provider = paymentProviders().find(({ ledger }) => ledger?.statement)
  if (!provider?.ledger?.statement) throw new ShopError('BAD_REQUEST', 'No gateway has statements to import.')
  const now = ctx.clock()
  const { lines, from, until } = await provider.ledger.statement.read(ctx, file, now)
  const { added, id } = await ctx.em.fork().transactional(async (tx) => {
    const fresh = await keepLines(tx, now, { gateway: provider.method, source: 'statement', lines })
    faultPoint('statement-lines-kept')
    const check = await db(tx)
      .insertInto('gateway_checks')
      .values({
        gateway: provider.method,
        source: 'statement',
        has_refunds: true,
        from_at: from,
        until_at: until,
        lines: lines.length,
        checked_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { added: fresh, id: check.id }
  })
  faultPoint('statement-imported')
  await compareList(ctx, { id, gateway: provider.method, from, until })
  const days = [...new Set(lines.map(({ occurredAt }) => nairobiDay(occurredAt)))].toSorted().slice(0, MAX_DAYS)
  return { lines: lines.length, added, from: from.toISOString(), until: until.toISOString(), days }
}
