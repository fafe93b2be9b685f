import { isDeepStrictEqual } from 'node:util'
import type { SavedSetting, SaveSetting } from '@marashi/domain/contracts/settings'
import { settingsByKey } from '@marashi/domain/rules/settings/groups'
import type { Setting } from '@marashi/domain/rules/settings/setting'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Author, Context } from '../../http/context.ts'
import { notFound, ShopError, staleEdit } from '../../shop-error.ts'
import { settingRecords } from './list-settings.ts'
import { fixedValue, valueInForce } from './settings-of.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'clock' | 'settings'> & { author: Author }

/**
 * Saves one setting and writes down who changed what; saving what is in force already changes nothing, whatever the version. Every process
 * has it within a second. Throws STALE where somebody saved it since it was read, CONFLICT where the environment holds it.
 */
export async function saveSetting(ctx: Ctx, { key, value, version }: SaveSetting): Promise<SavedSetting> {
  const setting = settingOf(ctx, key)
  const after = setting.schema.parse(value)
  await ctx.em.transactional(async (tx) => {
    const stored = await lockSetting(tx, key)
    // Whoever lost the answer sends the same again with the version from before.
    if (isDeepStrictEqual(valueInForce(ctx.env, setting, stored.value), after)) return
    if (stored.version !== version) throw staleEdit('setting')
    await storeValue(ctx, tx, { key, stored, after, undoes: null })
  })
  return await afterwards(ctx, key)
}

/** The record of `key` after a change, which this process sees at once. */
export async function afterwards(ctx: Ctx, key: string): Promise<SavedSetting> {
  ctx.settings.invalidate()
  return (await settingRecords(ctx)).get(key) as SavedSetting
}

/** Throws NOT_FOUND for a key of no setting, CONFLICT where the environment holds it. */
export function settingOf({ env }: Pick<Ctx, 'env'>, key: string): Setting {
  const setting = settingsByKey.get(key)
  if (!setting) throw notFound('Setting')
  if (fixedValue(env, setting) === undefined) return setting
  throw new ShopError(
    'CONFLICT',
    `${setting.variable} in the shop’s environment holds this setting. Empty it there to change it here.`,
  )
}

interface Stored {
  value: unknown
  version: number
}

/** The row, locked; version 0 where there is none. Two that save a setting for the first time at once: one wins. */
export async function lockSetting(tx: EntityManager, key: string): Promise<Stored> {
  const row = await db(tx)
    .selectFrom('shop_settings')
    .select(['value', 'version'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  return row ?? { value: null, version: 0 }
}

/** Null stores the value of a new shop. Throws STALE where somebody else stored the first one meanwhile. */
export async function storeValue(
  { clock, author }: Pick<Ctx, 'clock' | 'author'>,
  tx: EntityManager,
  change: { key: string; stored: Stored; after: unknown; undoes: number | null },
): Promise<void> {
  const { key, stored, after, undoes } = change
  const changed = { changed_at: clock(), changed_by: author.id }
  const next = { ...changed, value: document(after), version: stored.version + 1 }
  const insert = () =>
    db(tx)
      .insertInto('shop_settings')
      .values({ key, ...next })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst()
  const update = () =>
    db(tx).updateTable('shop_settings').set(next).where('key', '=', key).returning('version').executeTakeFirst()
  if (!(await (stored.version === 0 ? insert() : update()))) throw staleEdit('setting')
  await db(tx)
    .insertInto('shop_setting_changes')
    .values({ ...changed, key, before: document(stored.value), after: document(after), undoes })
    .execute()
}

/** A document for a jsonb column, whatever its kind: `json()` takes objects alone. */
const document = (value: unknown) => (value === null ? null : sql<unknown>`${JSON.stringify(value)}::jsonb`)
