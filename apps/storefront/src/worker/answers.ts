import { dropOrderAnswers, find, type Kept, keep, ordersCache, picturesCache } from './kept.ts'
import { addressToKeep, type Kind } from './kinds.ts'
import { tabOf } from './outdated-tabs.ts'
import type { AskedEvent } from './scope.ts'

const most = { assets: 150, pages: 30, data: 60, pictures: 100, orders: 40 }
/** A network that answers nothing for this long counts as none, where a kept copy can stand in. */
const silentAfterMs = 5_000

let answersSoFar = 0
/** How many answers had come when the network was found to be silent: it is so until the next one. */
let silentSince = -1
const isSilent = () => silentSince === answersSoFar

/**
 * Answers a request of this kind, and keeps the answer where that may be needed without a connection. `onOutdated` takes the
 * name of the tab that was given a kept copy of a page or of catalogue data, when another one has arrived after it.
 */
export function answer(
  event: AskedEvent,
  kind: Kind,
  kept: Kept,
  onOutdated: (tab: string) => Promise<void>,
): Promise<Response> {
  const { request } = event
  const differs = () => onOutdated(tabOf(event))
  const newest = [kept.core, kept.pages, kept.data]
  const isPage = request.mode === 'navigate'
  switch (kind) {
    case 'offlinePage':
      return offlinePage(newest, () => fetch(request))
    case 'asset':
      return keptFirst(event, { name: kept.core, most: most.assets }, newest)
    case 'picture':
      return keptFirst(event, { name: picturesCache, most: most.pictures }, [picturesCache])
    case 'page':
      return networkFirst(event, { name: kept.pages, most: most.pages, differs }, [kept.pages, kept.core])
    case 'data':
      return networkFirst(event, { name: kept.data, most: most.data, differs }, newest)
    case 'newData':
      return fetchAndKeep(event, { name: kept.data, most: most.data })
    case 'order': {
      const place = { name: ordersCache, most: most.orders }
      // What is kept of an order may be days old; it stands in only where there is no network at all.
      if (!isPage) return networkFirst(event, place, [ordersCache], 10_000)
      const outdates = () => dropOrderAnswers(request.url)
      return networkFirst(event, { ...place, outdates }, [ordersCache], 30_000)
    }
  }
}

/** Keeps a page that was opened inside the shop, for which the browser fetched no document. */
export async function keepPage(path: string, kept: Kept): Promise<void> {
  const before = await find(path, [kept.pages])
  const age = Date.now() - Date.parse(before?.headers.get('date') ?? '')
  if (age < 600_000) return
  const response = await fetch(path)
  if (isWhole(response)) await keep(kept.pages, path, response, most.pages)
}

type Place = {
  name: string
  most: number
  /** Removes what is older than what is kept now, and would take its place; called only when that is kept. */
  outdates?: () => Promise<void>
  /** Called when what is kept now differs from the copy that was given, because the network was silent. */
  differs?: () => Promise<void>
}

async function keptFirst(event: AskedEvent, place: Place, newest: string[]): Promise<Response> {
  return (await find(event.request, newest)) ?? fetchAndKeep(event, place)
}

async function fetchAndKeep(event: AskedEvent, { name, most }: Place): Promise<Response> {
  const response = await fetch(event.request)
  if (isWhole(response)) event.waitUntil(keep(name, event.request, response.clone(), most))
  return response
}

async function networkFirst(
  event: AskedEvent,
  place: Place,
  newest: string[],
  waitMs = silentAfterMs,
): Promise<Response> {
  const { request } = event
  const fresh = fromNetwork(event)
  const before = answersSoFar
  const hear = () => void answersSoFar++
  fresh.then(hear, hear)
  const kept = request.mode === 'navigate' ? addressToKeep(request.url) : request
  const found = find(kept, newest)
  // Who was left without an answer is not made to wait for what is kept once more.
  const wait = afterPause(waitMs === silentAfterMs && isSilent() ? 0 : waitMs)
  const standIn = wait.then(async () => {
    if (answersSoFar === before) silentSince = before
    return (await found) ?? fresh
  })
  const given = Promise.race([fresh, standIn])
  // Said before anything is answered: once a kept copy is given the event is over and takes no more work, and on a slow
  // network the copy would stay as old as it is.
  event.waitUntil(
    fresh.then(
      async (response) => {
        if (!(await keepWhole(place, kept, response))) return
        if (etagOf(await given) !== etagOf(response)) await place.differs?.()
      },
      () => undefined,
    ),
  )
  try {
    return await given
  } catch (error) {
    const copy = await found
    if (copy) return copy
    if (request.mode !== 'navigate') throw error
    const { pathname, search } = new URL(request.url)
    return Response.redirect(`/offline?from=${encodeURIComponent(pathname + search)}`)
  }
}

/** Whether the response came whole and is kept. */
async function keepWhole(
  { name, most, outdates }: Place,
  request: Request | string,
  response: Response,
): Promise<boolean> {
  if (!isWhole(response)) return false
  // Before the page reads the response itself.
  const isKept = await keep(name, request, response.clone(), most)
  if (isKept) await outdates?.()
  return isKept
}

const etagOf = (response: Response) => response.headers.get('etag')

async function fromNetwork({ preloadResponse, request }: AskedEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

async function offlinePage(newest: string[], load: () => Promise<Response>): Promise<Response> {
  return (await find('/offline', newest)) ?? load()
}

/** A redirect, a part of a file, an error and an answer of another host are not what was asked for. */
const isWhole = (response: Response) => response.status === 200 && response.type === 'basic' && !response.redirected

const afterPause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
