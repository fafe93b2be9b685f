import { commonCopy } from '../../copy/common.ts'
import { useNotifyFailure } from '../notify/use-notify-failure.ts'

/**
 * Loads the newest version of a record into its form. If the record is gone or the request fails, a toast says so and the
 * form stays as it is.
 */
export function useLoadNewest<Key, Item>({
  load,
  show,
}: {
  load: (key: Key) => Promise<Item | undefined>
  show: (newest: Item) => void
}): (key: Key) => Promise<void> {
  const notifyFailure = useNotifyFailure()
  return async (key) => {
    try {
      const newest = await load(key)
      if (newest) show(newest)
      else notifyFailure(undefined, commonCopy.gone)
    } catch (error) {
      notifyFailure(error, commonCopy.failedReload)
    }
  }
}
