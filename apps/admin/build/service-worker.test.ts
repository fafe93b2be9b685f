import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const code = readFileSync(path.resolve(import.meta.dirname, '../public/sw.js'), 'utf8')

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Presses a notice of an order where `page` is open, and answers what the browser was asked for. */
async function press(page?: { postMessage: (message: unknown, ports: MessagePort[]) => void }) {
  const asked: string[] = []
  const window = page && {
    ...page,
    focus: async () => void asked.push('focus'),
    navigate: async (url: string) => void asked.push(`navigate ${url}`),
  }
  const clients = {
    matchAll: async () => (window ? [window] : []),
    openWindow: async (url: string) => void asked.push(`open ${url}`),
  }
  const listeners = new Map<string, (event: unknown) => void>()
  const listen = (type: string, listener: (event: unknown) => void) => listeners.set(type, listener)
  const location = { origin: 'https://shop.test' }
  new Function('addEventListener', 'clients', 'location', code)(listen, clients, location)
  let shown: Promise<void> | undefined
  listeners.get('notificationclick')?.({
    notification: { close: () => undefined, data: { path: '/admin/orders?order=MR100001' } },
    waitUntil: (work: Promise<void>) => {
      shown = work
    },
  })
  return { asked, shown }
}

it('opens a window where none is open', async () => {
  const { asked, shown } = await press()
  await shown
  expect(asked).toEqual(['open https://shop.test/admin/orders?order=MR100001'])
})

it('lets the page that is open go there itself', async () => {
  const messages: unknown[] = []
  const { asked, shown } = await press({
    postMessage: (message, [port]) => {
      messages.push(message)
      port?.postMessage('going')
    },
  })
  await shown
  expect([asked, messages]).toEqual([['focus'], [{ noticePath: '/admin/orders?order=MR100001' }]])
})

it('loads the page in the window where the one that is open does not answer', async () => {
  const { asked, shown } = await press({ postMessage: () => undefined })
  await vi.advanceTimersByTimeAsync(3_000)
  await shown
  expect(asked).toEqual(['focus', 'navigate https://shop.test/admin/orders?order=MR100001'])
})
