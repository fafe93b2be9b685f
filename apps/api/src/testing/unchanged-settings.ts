import { initialSettings } from '@marashi/domain/rules/settings/groups'
import type { Settings } from '../modules/shop-settings/settings-of.ts'

/** The settings of a new shop, without a database. */
export const unchangedSettings: Settings = {
  read: async () => initialSettings,
  lastKnown: initialSettings,
  invalidate: () => undefined,
}
