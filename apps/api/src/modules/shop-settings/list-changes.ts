import type { SettingChange, settingChangesQuery } from '@marashi/domain/contracts/settings'
import type { z } from 'zod'
import { db, instant } from '../../db/db.ts'
import { isWithin } from '../../db/list-cursor.ts'
import type { Author, Context } from '../../http/context.ts'
import { undoableSince } from './list-settings.ts'

/** Who changed what when, newest first. */
export async function listChanges(
  { em, clock, author }: Pick<Context, 'em' | 'clock'> & { author: Author },
  { limit, before, ...times }: z.output<typeof settingChangesQuery>,
): Promise<SettingChange[]> {
  const rows = await db(em)
    .selectFrom('shop_setting_changes as change')
    .select(({ ref, selectFrom, exists, not }) => [
      'change.id',
      'change.key',
      'change.before',
      'change.after',
      'change.undoes',
      'change.changed_by as changedBy',
      'change.changed_at as changedAt',
      instant(ref('change.changed_at')).as('at'),
      not(
        exists(
          selectFrom('shop_setting_changes as later')
            .select('later.id')
            .whereRef('later.key', '=', 'change.key')
            .whereRef('later.id', '>', 'change.id'),
        ),
      )
        .$castTo<boolean>()
        .as('isLast'),
    ])
    .where(({ ref }) => isWithin(times, ref('change.changed_at'), ref('change.changed_at')))
    .$if(before !== undefined, (query) => query.where('change.id', '<', before as number))
    .orderBy('change.id', 'desc')
    .limit(limit)
    .execute()
  const since = undoableSince(clock())
  return rows.map(({ changedBy, changedAt, isLast, ...row }) => ({
    ...row,
    before: row.before as SettingChange['before'],
    after: row.after as SettingChange['after'],
    isOwn: changedBy === author.id,
    canUndo: isLast && changedAt > since,
  }))
}
