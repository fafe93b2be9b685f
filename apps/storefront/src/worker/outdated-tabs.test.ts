import { expect, it } from 'vitest'
import { outdatedTabs, tabOf } from './outdated-tabs.ts'
import type { AskedEvent } from './scope.ts'

const shop = 'https://shop.test/shop'

function openTabs(...urls: string[]) {
  const heard: string[] = []
  const tabs = urls.map((url, at) => ({ id: `tab-${at}`, url, postMessage: () => void heard.push(url) }))
  const clients = { get: async (id: string) => tabs.find((tab) => tab.id === id), matchAll: async () => tabs }
  return { heard, tabs, outdated: outdatedTabs(clients) }
}

it('a tab hears of the newer page at once, and again when its code asks, once', async () => {
  const { heard, tabs, outdated } = openTabs(shop, `${shop}?page=2`)
  await outdated.notify('tab-0')
  expect(heard).toEqual([shop])
  for (const tab of [...tabs, ...tabs]) outdated.answer(tab)
  expect(heard).toEqual([shop, shop])
})

it('so does one whose browser says no id of a page that is asked for', async () => {
  const { heard, tabs, outdated } = openTabs(`${shop}?utm_source=ig`, `${shop}?page=2`)
  const event = { clientId: '', request: { url: `${shop}?utm_source=ig` } } as AskedEvent
  expect(tabOf(event)).toBe(shop)
  await outdated.notify(tabOf(event))
  expect(heard).toEqual([`${shop}?utm_source=ig`])
  for (const tab of [...tabs, ...tabs]) outdated.answer(tab)
  expect(heard).toEqual([`${shop}?utm_source=ig`, `${shop}?utm_source=ig`])
})
