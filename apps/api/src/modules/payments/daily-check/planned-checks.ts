import type { CashUpChecked } from '@marashi/domain/contracts/admin-cash-up'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { paymentProviders } from '../providers/registry.ts'

// Longer than a page takes, at most; another process goes on with it after a crash.
const TAKEN_MS = 20_000

/** A gateway's list of a day that this process reads now. */
export interface TakenCheck {
  day: string
  gateway: PaymentMethod
  askedAt: Date
}

type PlanContext = Pick<Context, 'em' | 'clock'>

/** Plans to ask every gateway that has a list about a day; one whose list is being read goes on. */
export async function planChecks({ em, clock }: PlanContext, day: string): Promise<void> {
  const asked_at = clock()
  const gateways = paymentProviders().flatMap(({ method, ledger }) => (ledger ? [method] : []))
  await db(em)
    .insertInto('day_checks')
    .values(gateways.map((gateway) => ({ day, gateway, state: 'checking' as const, lines: 0, asked_at })))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'gateway'])
        .doUpdateSet({ state: 'checking', lines: 0, message: null, asked_at, taken_until: null })
        .where('day_checks.state', '<>', 'checking'),
    )
    .execute()
}

/** Takes the planned check that was asked for first, of all or of one day; undefined where nobody has to read anything. */
export async function takeCheck({ em, clock }: PlanContext, day?: string): Promise<TakenCheck | undefined> {
  const now = clock()
  const taken_until = new Date(now.getTime() + TAKEN_MS)
  return await db(em)
    .updateTable('day_checks as c')
    .from((from) =>
      from
        .selectFrom('day_checks')
        .where('state', '=', 'checking')
        .where(({ eb, or }) => or([eb('taken_until', 'is', null), eb('taken_until', '<', now)]))
        .$if(day !== undefined, (query) => query.where('day', '=', day ?? ''))
        .select(['day', 'gateway'])
        .orderBy('asked_at')
        .orderBy('gateway')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .as('next'),
    )
    .whereRef('c.day', '=', 'next.day')
    .whereRef('c.gateway', '=', 'next.gateway')
    .set({ taken_until })
    .returning([sql<string>`to_char(c.day, 'YYYY-MM-DD')`.as('day'), 'c.gateway', 'c.asked_at as askedAt'])
    .executeTakeFirst()
}

/** Notes how far the list of a taken check was read, and keeps it, or gives it back for another run. */
export async function noteProgress(
  { em, clock }: PlanContext,
  check: TakenCheck,
  { lines, isGivenBack = false }: { lines: number; isGivenBack?: boolean },
): Promise<void> {
  const taken_until = isGivenBack ? null : new Date(clock().getTime() + TAKEN_MS)
  await rowOf(em, check).where('state', '=', 'checking').set({ lines, taken_until }).execute()
}

/**
 * Notes what became of a taken check. A list that was read counts, also where another process has failed in it; such a failure says
 * nothing of a list that was read.
 */
export async function endCheck(
  { em }: Pick<Context, 'em'>,
  check: TakenCheck,
  end: { state: 'checked' | 'cannot-ask' | 'too-old' | 'failed'; lines?: number; message?: string },
): Promise<void> {
  const { state, lines = 0, message = null } = end
  await rowOf(em, check)
    .$if(state !== 'checked', (row) => row.where('state', '=', 'checking'))
    .set({ state, lines, message, taken_until: null })
    .execute()
}

/** Only while it was not asked for once more: the answer to an older question may end late, and says nothing of what came since. */
const rowOf = (em: EntityManager, { day, gateway, askedAt }: TakenCheck) =>
  db(em).updateTable('day_checks').where('day', '=', day).where('gateway', '=', gateway).where('asked_at', '=', askedAt)

/** What became of each gateway that was asked about a day. */
export const checksOfDay = (em: EntityManager, day: string): Promise<CashUpChecked['gateways']> =>
  db(em)
    .selectFrom('day_checks')
    .where('day', '=', day)
    .select(['gateway as method', 'state', 'lines', 'message'])
    .orderBy('gateway')
    .execute()
