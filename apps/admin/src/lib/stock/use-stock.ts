import { trpc } from '@marashi/api-client/trpc'
import type { ProductStock, SaveStock } from '@marashi/domain/contracts/admin-stock'
import { stockCopy } from '../../copy/stock.ts'
import { useNotifyFailure } from '../notify/use-notify-failure.ts'

/** What was shown while a press was under way that came to nothing, each with what was shown before. */
const undone = new WeakMap<ProductStock, ProductStock>()

/** What is left of one perfume, and how to change it. A press shows at once; the shop's answer takes its place. */
export function useStock(id: string) {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const { data: stock, isError } = trpc.admin.stock.product.useQuery({ id })
  const { mutate, mutateAsync } = trpc.admin.stock.save.useMutation({
    // One after the other, so that the last press counts.
    scope: { id: `stock ${id}` },
    onMutate: async ({ id: _id, change = 0, ...changes }) => {
      await utils.admin.stock.product.cancel({ id })
      const before = utils.admin.stock.product.getData({ id })
      utils.admin.stock.product.setData({ id }, (now) => {
        const stockCount = now?.stockCount ?? null
        return now && { ...now, stockCount: stockCount === null ? null : Math.max(stockCount + change, 0), ...changes }
      })
      return { before, shown: utils.admin.stock.product.getData({ id }) }
    },
    onError: (error, _sent, pressed) => {
      // Of several presses that come to nothing, each was made on what the one before showed.
      let stored = pressed?.before
      while (stored && undone.has(stored)) stored = undone.get(stored)
      if (pressed?.shown && stored && pressed.shown !== stored) undone.set(pressed.shown, stored)
      utils.admin.stock.product.setData({ id }, stored)
      notifyFailure(error, stockCopy.failed)
    },
    onSettled: () =>
      Promise.all([
        utils.admin.stock.product.invalidate({ id }),
        utils.admin.stock.low.invalidate(),
        utils.catalogue.invalidate(),
      ]),
  })
  type Changes = Omit<SaveStock, 'id'>
  return {
    stock,
    isError,
    /** For every perfume of the page: their answers come together, and are lost together. */
    readAgain: () => utils.admin.stock.product.invalidate(),
    save: (changes: Changes) => mutate({ id, ...changes }),
    saveAsync: (changes: Changes) => mutateAsync({ id, ...changes }),
  }
}
