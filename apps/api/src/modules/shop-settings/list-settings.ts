import { type SavedSetting, type SettingsList, undoDays } from '@marashi/domain/contracts/settings'
import { settingsByKey, settingsFrom } from '@marashi/domain/rules/settings/groups'
import { db, instant } from '../../db/db.ts'
import type { Author, Context } from '../../http/context.ts'
import { fixedValue, valueInForce } from './settings-of.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'clock'> & { author: Author }

/** Every setting with what may be undone, by group. */
export async function listSettings(ctx: Ctx): Promise<SettingsList> {
  const records = await settingRecords(ctx)
  return settingsFrom((key) => records.get(key)) as unknown as SettingsList
}

/** Every setting under its key. */
export async function settingRecords({ em, env, author, clock }: Ctx): Promise<Map<string, SavedSetting>> {
  const rows = await db(em).selectFrom('shop_settings').select(['key', 'value', 'version']).execute()
  const changes = await db(em)
    .selectFrom('shop_setting_changes')
    .distinctOn('key')
    .select(({ ref }) => ['id', 'key', 'before', 'changed_by as changedBy', instant(ref('changed_at')).as('at')])
    .where('changed_at', '>', undoableSince(clock()))
    .orderBy('key')
    .orderBy('id', 'desc')
    .execute()
  const stored = new Map(rows.map((row) => [row.key, row]))
  const last = new Map(changes.map((change) => [change.key, change]))
  const records = [...settingsByKey].map(([key, setting]): [string, unknown] => {
    const row = stored.get(key)
    const change = last.get(key)
    const isLocked = fixedValue(env, setting) !== undefined
    return [
      key,
      {
        value: valueInForce(env, setting, row?.value),
        initial: setting.initial,
        version: row?.version ?? 0,
        lockedBy: isLocked ? (setting.variable ?? null) : null,
        lastChange:
          change && !isLocked
            ? {
                id: change.id,
                at: change.at,
                isOwn: change.changedBy === author.id,
                before: valueInForce(env, setting, change.before),
              }
            : null,
      },
    ]
  })
  return new Map(records as [string, SavedSetting][])
}

/** Older changes may not be undone any more. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - undoDays * 24 * 60 * 60_000)
