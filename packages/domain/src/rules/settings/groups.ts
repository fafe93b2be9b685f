/** Everything that the owner sets on the screen Settings, by group: one file for each. */

import type { z } from 'zod'
import { announcementSettings } from './announcement.ts'
import { deliverySettings } from './delivery.ts'
import { homeSettings } from './home.ts'
import { hoursSettings } from './hours.ts'
import { noticesSettings } from './notices.ts'
import { paymentsSettings } from './payments.ts'
import { policiesSettings } from './policies.ts'
import { receiptSettings } from './receipt.ts'
import { reviewsSettings } from './reviews.ts'
import type { Setting } from './setting.ts'
import { shopSettings } from './shop.ts'
import { stockSettings } from './stock.ts'

export const settingGroups = {
  shop: shopSettings,
  delivery: deliverySettings,
  payments: paymentsSettings,
  hours: hoursSettings,
  announcement: announcementSettings,
  home: homeSettings,
  reviews: reviewsSettings,
  policies: policiesSettings,
  receipt: receiptSettings,
  notices: noticesSettings,
  stock: stockSettings,
}
export type SettingGroups = typeof settingGroups

type ValueOf<Each> = Each extends Setting<infer Schema> ? z.output<Schema> : never

/** The values in force, by group and name. */
export type ShopSettings = {
  [Group in keyof SettingGroups]: { [Name in keyof SettingGroups[Group]]: ValueOf<SettingGroups[Group][Name]> }
}

type KeysOf<Group extends keyof SettingGroups> = `${Group}.${keyof SettingGroups[Group] & string}`

/** A group and a name in it, as `shop.phone`: what a row of the database is stored under. */
export type SettingKey = { [Group in keyof SettingGroups]: KeysOf<Group> }[keyof SettingGroups]

/** Every setting under its key, in the order of the screen. */
export const settingsByKey = new Map<string, Setting>(
  Object.entries(settingGroups).flatMap(([group, settings]) =>
    Object.entries(settings).map(([name, each]) => [`${group}.${name}`, each as Setting] as const),
  ),
)

export const settingKeys = [...settingsByKey.keys()] as [SettingKey, ...SettingKey[]]

/** Makes one object by group out of what `valueFor` says of each setting. */
export function settingsFrom(valueFor: (key: SettingKey, each: Setting) => unknown): ShopSettings {
  const groups = Object.entries(settingGroups).map(([group, settings]) => [
    group,
    Object.fromEntries(
      Object.entries(settings).map(([name, each]) => [
        name,
        valueFor(`${group}.${name}` as SettingKey, each as Setting),
      ]),
    ),
  ])
  return Object.fromEntries(groups) as ShopSettings
}

/** What a new shop has. */
export const initialSettings: ShopSettings = settingsFrom((_key, { initial }) => initial)
