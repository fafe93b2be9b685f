import { trpc } from '@marashi/api-client/trpc'
import type { ShopEvent } from '@marashi/domain/contracts/events'
import { type RefObject, useEffect, useRef, useState } from 'react'

const channelName = 'marashi-live'

/**
 * Calls `onEvent` for each event of the shop while the page is open. All tabs of a browser share one connection, because
 * a browser has only six of them for a shop without HTTP/2: the tab that has it passes on what it hears.
 */
export function useLiveEvents(onEvent: (event: ShopEvent) => void): void {
  const lastId = useRef<string>(undefined)
  const start = useOneTab(lastId)
  const channel = useRef<BroadcastChannel>(undefined)
  const handler = useRef(onEvent)
  useEffect(() => {
    handler.current = onEvent
  })

  useEffect(() => {
    if (!('BroadcastChannel' in window)) return
    const opened = new BroadcastChannel(channelName)
    channel.current = opened
    opened.onmessage = ({ data }: MessageEvent<ShopEvent>) => {
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
        if (data.kind !== 'event') return
        channel.current?.postMessage(data.event)
        handler.current(data.event)
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
