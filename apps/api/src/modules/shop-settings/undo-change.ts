import type { SavedSetting } from '@marashi/domain/contracts/settings'
import type { SettingKey } from '@marashi/domain/rules/settings/groups'
import type { Setting } from '@marashi/domain/rules/settings/setting'
import { db } from '../../db/db.ts'
import type { Author, Context } from '../../http/context.ts'
import { notFound, ShopError, staleEdit } from '../../shop-error.ts'
import { undoableSince } from './list-settings.ts'
import { afterwards, lockSetting, settingOf, storeValue } from './save-setting.ts'
import { valueInForce } from './settings-of.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'clock' | 'settings'> & { author: Author }

/**
 * Gives a setting the value that it had before its last change, which is a change as well; a change that was taken back last
 * is not taken back again. Throws NOT_FOUND, STALE where the setting was saved again since, CONFLICT after 7 days and where
 * the environment holds it; `check` may refuse the value that would hold again.
 */
export async function undoChange(
  ctx: Ctx,
  { changeId }: { changeId: number },
  check?: (key: string, value: unknown) => void,
): Promise<SavedSetting> {
  const change = await db(ctx.em)
    .selectFrom('shop_setting_changes')
    .select(['key', 'before', 'changed_at as changedAt'])
    .where('id', '=', changeId)
    .executeTakeFirst()
  if (!change) throw notFound('Change')
  const { key, before, changedAt } = change
  const setting = settingOf(ctx, key)
  if (changedAt <= undoableSince(ctx.clock())) {
    throw new ShopError('CONFLICT', 'This change is older than 7 days. Please set the value itself.')
  }
  check?.(key, valueInForce(ctx.env, setting, before))
  await ctx.em.transactional(async (tx) => {
    const stored = await lockSetting(tx, key)
    const last = await db(tx)
      .selectFrom('shop_setting_changes')
      .select(['id', 'undoes'])
      .where('key', '=', key)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    // Whoever lost the answer asks again.
    if (last?.undoes === changeId) return
    if (last?.id !== changeId) throw staleEdit('setting')
    await storeValue(ctx, tx, { key, stored, after: before ?? ofNewShop(key, setting), undoes: changeId })
  })
  return await afterwards(ctx, key)
}

/** Null, but for the places: the names in `delivery_places` follow what is stored, so those of a new shop are written out. */
const ofNewShop = (key: string, { initial }: Setting): unknown =>
  key === ('delivery.places' satisfies SettingKey) ? initial : null
