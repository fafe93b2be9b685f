import type { NoticeChannel } from '@marashi/domain/rules/notices'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import { OWNER } from './queue-notices.ts'

/** When each recipient took something last: a notice or, of the owner by e-mail, what the checks of the shop write. */
export const lastTaken = (em: EntityManager) =>
  db(em)
    .selectFrom(({ selectFrom, val }) =>
      selectFrom('notices')
        .where('sent_at', 'is not', null)
        .select(['channel', 'recipient', 'sent_at as at'])
        .unionAll(
          selectFrom('health_problems')
            .where('mailed_at', 'is not', null)
            .select([val<NoticeChannel>('email').as('channel'), val(OWNER).as('recipient'), 'mailed_at as at']),
        )
        .as('taken'),
    )
    .groupBy(['channel', 'recipient'])
    .select(({ fn }) => ['channel', 'recipient', fn.max<Date>('at').as('at')])

/** When an e-mail to the owner was taken last; the beginning of time where none was. */
export async function lastTakenByOwner(em: EntityManager): Promise<Date> {
  const taken = await lastTaken(em).where('channel', '=', 'email').executeTakeFirst()
  return taken?.at ?? new Date(0)
}
