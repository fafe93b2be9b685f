import { trpc } from '@marashi/api-client/trpc'
import type { ShopEvent } from '@marashi/domain/contracts/events'
import { type RefObject, useEffect, useRef, useState } from 'react'

const channelName = 'marashi-live'

/** An event, or that other typed receipts or other money without an order wait for a decision. */
export type LiveChange = ShopEvent | { type: 'money.undecided'; id: number }

/**
 * Calls `onChange` for each change of the shop while the page is open. All tabs of a browser share one connection, because
 * a browser has only six of them for a shop without HTTP/2: the tab that has it passes on what it hears.
 */
export function useLiveEvents(onChange: (change: LiveChange) => void): void {
  const lastId = useRef<string>(undefined)
  const start = useOneTab(lastId)
  const channel = useRef<BroadcastChannel>(undefined)
  const handler = useRef(onChange)
  useEffect(() => {
    handler.current = onChange
  })

  useEffect(() => {
    if (!('BroadcastChannel' in window)) return
    const opened = new BroadcastChannel(channelName)
    channel.current = opened
    opened.onmessage = ({ data }: MessageEvent<LiveChange>) => {
      lastId.current = String(data.id)
      handler.current(data)
    }
    return () => opened.close()
  }, [])

  // A tab that takes the connection over goes on after what it has heard from the one before.
  trpc.admin.events.live.useSubscription(
    { lastEventId: start?.after },
    {
      enabled: start !== undefined,
      onData: ({ id, data }) => {
        lastId.current = id
        if (data.kind === 'begin') return
        const change = data.kind === 'event' ? data.event : { type: 'money.undecided' as const, id: Number(id) }
        channel.current?.postMessage(change)
        handler.current(change)
      },
    },
  )
}

/** Where this tab begins once it is the one that holds the connection; undefined before. Without locks each tab is. */
function useOneTab(lastId: RefObject<string | undefined>): { after: string | undefined } | undefined {
  const [start, setStart] = useState<{ after: string | undefined }>()
  useEffect(() => {
    const begin = () => setStart({ after: lastId.current })
    if (!('locks' in navigator)) {
      begin()
      return
    }
    const leaving = new AbortController()
    let letGo = () => {}
    const isLeft = new Promise<void>((resolve) => {
      letGo = resolve
    })
    navigator.locks
      .request(channelName, { signal: leaving.signal }, () => {
        begin()
        return isLeft
      })
      .catch(() => undefined) // the tab was closed while it waited
    return () => {
      leaving.abort()
      letGo()
      setStart(undefined)
    }
  }, [lastId])
  return start
}
