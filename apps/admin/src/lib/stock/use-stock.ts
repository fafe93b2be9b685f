import { trpc } from '@marashi/api-client/trpc'
import type { SaveStock } from '@marashi/domain/contracts/admin-stock'
import { stockCopy } from '../../copy/stock.ts'
import { useNotifyFailure } from '../notify/use-notify-failure.ts'

/** What is left of one perfume, and how to change it. A press shows at once; the shop's answer takes its place. */
export function useStock(id: string) {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const { data: stock } = trpc.admin.stock.product.useQuery({ id })
  const { mutate, mutateAsync } = trpc.admin.stock.save.useMutation({
    // One after the other, so that the last press counts.
    scope: { id: `stock ${id}` },
    onMutate: async ({ id: _id, change = 0, ...changes }) => {
      await utils.admin.stock.product.cancel({ id })
      const stored = utils.admin.stock.product.getData({ id })
      utils.admin.stock.product.setData({ id }, (before) => {
        const stockCount = before?.stockCount ?? null
        return (
          before && { ...before, stockCount: stockCount === null ? null : Math.max(stockCount + change, 0), ...changes }
        )
      })
      return { stored }
    },
    onError: (error, _sent, before) => {
      utils.admin.stock.product.setData({ id }, before?.stored)
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
    save: (changes: Changes) => mutate({ id, ...changes }),
    saveAsync: (changes: Changes) => mutateAsync({ id, ...changes }),
  }
}
