import type { SavedSetting, SaveSetting } from '@marashi/domain/contracts/settings'
import type { Author, Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import { paymentProviders } from '../payments/providers/registry.ts'
import { saveSetting } from '../shop-settings/save-setting.ts'
import { undoChange } from '../shop-settings/undo-change.ts'

type Ctx = Context & { author: Author }

const NO_WAY_LEFT = 'No way to pay would be left that is set up here.'

/** Saves one setting. Throws as saveSetting, and BAD_REQUEST where no way to pay that works here would stay on. */
export async function saveShopSetting(ctx: Ctx, input: SaveSetting): Promise<SavedSetting> {
  if (leavesNoWay(ctx, input.key, input.value)) {
    const message = `${NO_WAY_LEFT} Leave one of them on.`
    throw new ShopError('BAD_REQUEST', message, { fields: { value: message } })
  }
  return await saveSetting(ctx, input)
}

/** Takes a change back. Throws as undoChange, and CONFLICT where no way to pay that works here would stay on. */
export const undoShopSetting = (ctx: Ctx, input: { changeId: number }): Promise<SavedSetting> =>
  undoChange(ctx, input, (key, value) => {
    if (leavesNoWay(ctx, key, value)) throw new ShopError('CONFLICT', `${NO_WAY_LEFT} Please set the value itself.`)
  })

function leavesNoWay(ctx: Ctx, key: string, value: unknown): boolean {
  if (key !== 'payments.switchedOff') return false
  const switchedOff = value as readonly string[]
  const setUp = paymentProviders().filter((provider) => provider.isConfigured(ctx))
  return [...setUp.map(({ method }): string => method), 'manual'].every((way) => switchedOff.includes(way))
}
