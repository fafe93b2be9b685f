import { trpc } from '@marashi/api-client/trpc'
import type { Customer } from '@marashi/domain/contracts/admin-customers'
import { useState } from 'react'
import { customersCopy } from '../../copy/customers.ts'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'

/** Safari reads the file after the press, an iPhone once its owner has said that it may: until then the address must lead to it. */
const readMs = 60_000

/** Saves all data of one customer as a file that they can be sent. */
export function useDownload({ id, phone }: Customer): { download: () => Promise<void>; isBusy: boolean } {
  const { client } = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const [isBusy, setIsBusy] = useState(false)

  async function download() {
    setIsBusy(true)
    try {
      const data = await client.admin.customers.data.query({ id })
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      const address = URL.createObjectURL(file)
      const link = document.createElement('a')
      link.href = address
      link.download = `customer-${phone}.json`
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), readMs)
    } catch (error) {
      notifyFailure(error, customersCopy.downloadFailed)
    }
    setIsBusy(false)
  }

  return { download, isBusy }
}
