import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { expectAccessibleWhenFresh, openAdmin } from './admin-harness.ts'

const shop = openShop()
/** The types of the events that each address was told of. */
const heard = new Map<string, string[]>()
let receiver: http.Server
let address: string
beforeAll(async () => {
  receiver = http.createServer(async (request, response) => {
    const { type } = JSON.parse(await text(request))
    heard.set(request.url ?? '', [...(heard.get(request.url ?? '') ?? []), type])
    response.end('thanks')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  receiver.close()
  // The other journeys walk through the same shop.
  await shop.query('delete from webhook_endpoints')
})

it.each(['phone', 'desktop'] as const)('tells a program of what happens, from a %s', async (device) => {
  const url = `${address}/${device}`
  const heardOf = (event: string) => heard.get(`/${device}`)?.filter((type) => type === event).length ?? 0
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, '/webhooks')
    await page.getByRole('button', { name: 'Add an address' }).first().click()
    await page.getByLabel('Address', { exact: true }).fill(url)
    await page.getByLabel('Setting changed').check()
    await expectAccessibleWhenFresh(page)
    await page.getByRole('button', { name: 'Add address' }).click()
    const secret = page.getByRole('dialog', { name: 'Secret' })
    await secret.getByText(/^whsec_/).waitFor()
    await secret.getByRole('button', { name: 'Done' }).click()

    const card = page.getByRole('article').filter({ hasText: url })
    await card.getByRole('button', { name: `Send a test: ${url}` }).click()
    await page
      .getByText(/The test was taken within/)
      .first()
      .waitFor()
    await shop.query(
      `insert into shop_setting_changes (key, before, after, changed_at, changed_by) values ('shop.phone', '"1"', '"2"', now(), 'x')`,
    )
    // Where the message stopped, should it not arrive.
    await expect.poll(() => deliveriesTo(url)).toMatchObject([{ state: 'delivered', problem: null }])
    expect(heardOf('settings.changed')).toBe(1)
    await card.getByRole('button', { name: `Deliveries: ${url}` }).click()
    const drawer = page.getByRole('dialog', { name: 'Deliveries' })
    const row = drawer.getByRole('listitem').filter({ hasText: 'Setting changed' })
    await row.getByText('Delivered').waitFor()
    await row.getByText('What was sent and answered').click()
    await row.getByText('thanks').waitFor()
    await expectAccessibleWhenFresh(page)
    await row.getByRole('button', { name: /^Send again/ }).click()
    await expect.poll(() => heardOf('settings.changed')).toBe(2)
    await drawer.getByRole('button', { name: 'Close' }).click()

    await card.getByRole('button', { name: `Pause: ${url}` }).click()
    await card.getByText('Paused', { exact: true }).waitFor()
    await expectAccessibleWhenFresh(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
})

const deliveriesTo = (url: string) =>
  shop.query(
    `select attempts, state, problem from webhook_deliveries
     where type = 'settings.changed' and endpoint_id = (select id from webhook_endpoints where url = $1)`,
    [url],
  )
