import { useCallback, useState } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { useNotifyFailure } from '../notify/use-notify-failure.ts'

/**
 * The dialog that adds or edits a record of a list. After a stale edit `loadNewest` fetches the record again; if the
 * record is gone or the request fails, a toast says so and the form stays as it is; one that was closed meanwhile stays closed.
 * `dialog` is undefined while closed.
 */
export function useRecordDialog<Item>(loadNewest: (shown: Item) => Promise<Item | undefined>) {
  const [opened, setOpened] = useState<{ record: Item | undefined }>()
  const notifyFailure = useNotifyFailure()

  async function reload(shown: { record: Item | undefined }) {
    if (!shown.record) return
    try {
      const newest = await loadNewest(shown.record)
      if (newest) setOpened((now) => (now === shown ? { record: newest } : now))
      else notifyFailure(undefined, commonCopy.gone)
    } catch (error) {
      notifyFailure(error, commonCopy.failedReload)
    }
  }

  return {
    onAdd: useCallback(() => setOpened({ record: undefined }), []),
    onEdit: useCallback((record: Item) => setOpened({ record }), []),
    dialog: opened && {
      record: opened.record,
      onClose: () => setOpened(undefined),
      onReload: () => void reload(opened),
    },
  }
}
