import { type Failure, failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { ChangePrices } from '@marashi/domain/contracts/admin-prices'
import { commonCopy } from '../../copy/common.ts'
import { productsCopy } from '../../copy/products.ts'
import { sendOnce } from '../../lib/forms/send-once.ts'
import { notifySuccess } from '../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'

/**
 * Changes prices, all or none, once also where an answer was lost, and answers with what went wrong. The message of success offers to undo it, which the API
 * refuses where a price was changed since.
 */
export function useChangePrices() {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()

  async function undo(id: string) {
    try {
      await utils.client.admin.prices.undo.mutate({ id })
      notifySuccess(productsCopy.prices.undone)
    } catch (error) {
      notifyFailure(error, productsCopy.failedUpdate)
    }
    await utils.catalogue.invalidate()
  }

  return async (changes: ChangePrices['changes'], changed: string): Promise<Failure | undefined> => {
    try {
      const { change } = utils.client.admin.prices
      const { id } = await sendOnce(nameOf(changes), (options) => change.mutate({ changes }, options))
      notifySuccess(changed, {
        label: commonCopy.undo,
        altText: productsCopy.prices.undoAlt,
        onAction: () => void undo(id),
      })
      return undefined
    } catch (error) {
      notifyFailure(error, productsCopy.failedUpdate)
      return failureOf(error)
    } finally {
      void utils.catalogue.invalidate()
    }
  }
}

/** Of a change at these versions: what was done at others is another one. */
const nameOf = (changes: ChangePrices['changes']) =>
  `prices of ${changes.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join()}`
