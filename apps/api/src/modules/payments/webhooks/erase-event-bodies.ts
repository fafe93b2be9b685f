import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { db } from '../../../db/db.ts'
import { inTimeSpans } from '../../../db/in-time-spans.ts'
import { namesOneOf } from '../../../db/names-one-of.ts'
import type { Tables } from '../../../tables.ts'

type Events = ExpressionBuilder<Tables, 'webhook_events'>

/** What names one line of a gateway's ledger. */
export interface LineName {
  gateway: PaymentMethod
  reference: string
}

/**
 * Clears the bodies of the events that `isTheirs` chooses, reading every body that is left once. One that waits to be processed keeps its
 * body: what is left of that is decided when it ends (end-event.ts).
 */
export async function eraseEventBodies(
  tx: EntityManager,
  isTheirs: (events: Events) => Expression<SqlBool>,
): Promise<void> {
  const bodies = db(tx).selectFrom('webhook_events').where('body', 'is not', null).select('received_at as at')
  await inTimeSpans(tx, bodies, (isInSpan) =>
    db(tx)
      .updateTable('webhook_events')
      .set({ body: null })
      .where('processed_at', 'is not', null)
      .where('body', 'is not', null)
      .where(({ ref }) => isInSpan(ref('received_at')))
      .where(isTheirs)
      .execute(),
  )
}

/**
 * Whether an event names one of some lines. Its payment does not say so: a confirmation that was unmatched when it came has
 * none, also where the line was connected since.
 */
export const namesLine =
  (lines: readonly LineName[]) =>
  ({ and, or, eb, ref }: Events) =>
    or(
      [...Map.groupBy(lines, ({ gateway }) => gateway)].map(([gateway, ofGateway]) =>
        and([
          eb('webhook_events.gateway', '=', gateway),
          namesOneOf(
            ref('webhook_events.body'),
            ofGateway.map(({ reference }) => reference),
          ),
        ]),
      ),
    )
