import { type SettingKey, type ShopSettings, settingsFrom } from '@marashi/domain/rules/settings/groups'
import type { Setting } from '@marashi/domain/rules/settings/setting'
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import type { Environment } from '../../env.ts'
import type { ResponseCache } from '../../http/cache/response-cache.ts'

declare module '../../http/context.ts' {
  interface Deps {
    settings: Settings
  }
}

/** The owner's settings in one process. */
export interface Settings {
  /** As they are now: read once, and again after a change that any process made. */
  read(): Promise<ShopSettings>
  /** As they were when they were last read, for what must not wait for the database. */
  readonly lastKnown: ShopSettings
  /** Makes the next `read` ask the database; the notification of a change does the same a moment later. */
  invalidate(): void
}

/** Follows the changes that `cache` hears of; while it hears nothing, each `read` asks the database. */
export function makeSettings({
  orm,
  env,
  cache,
}: {
  orm: MikroORM
  env: Environment
  cache: Pick<ResponseCache, 'settingsGeneration' | 'isListening'>
}): Settings {
  let lastKnown = settingsFrom((_key, each) => valueInForce(env, each, undefined))
  let held: { generation: number; reading: Promise<ShopSettings> } | undefined
  return {
    get lastKnown() {
      return lastKnown
    },
    read() {
      const generation = cache.settingsGeneration
      if (held?.generation === generation && cache.isListening) return held.reading
      const reading = readSettings(orm.em.fork(), env)
      const mine = { generation, reading }
      held = mine
      reading.then(
        (settings) => {
          lastKnown = settings
        },
        () => {
          if (held === mine) held = undefined
        },
      )
      return reading
    },
    invalidate() {
      held = undefined
    },
  }
}

/**
 * The settings in force, one object for each group. It may ask the database on a connection of its own, so a transaction is
 * handed what was read before it: transactions that each wait for a second connection would wait for one another.
 */
export const settingsOf = ({ settings }: { settings: Settings }): Promise<ShopSettings> => settings.read()

/** What the environment says of a setting; undefined where it says nothing. */
export const fixedValue = (env: Environment, { variable }: Setting): unknown =>
  variable === undefined ? undefined : env[variable as keyof Environment]

/** The environment wins. What an older version of the shop stored and this one refuses counts as never set. */
export function valueInForce(env: Environment, each: Setting, stored: unknown): unknown {
  const fixed = fixedValue(env, each)
  if (fixed !== undefined) return fixed
  if (stored === undefined || stored === null) return each.initial
  const { success, data } = each.schema.safeParse(stored)
  return success ? data : each.initial
}

/** As the database has them now, for who runs no shop. */
export async function readSettings(em: EntityManager, env: Environment): Promise<ShopSettings> {
  const rows = await db(em).selectFrom('shop_settings').select(['key', 'value']).execute()
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  return settingsFrom((key: SettingKey, each) => valueInForce(env, each, stored.get(key)))
}
