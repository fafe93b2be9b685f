import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop } from '../open-shop.ts'
import { cardNames, cardOf } from './steps.ts'

const shop = openShop()

describe('a message', () => {
  it('stays for five seconds, also when the one before was closed by the shopper', async () => {
    // On a desktop the pointer stays at Add, so it does not hover over the message, which would keep it open.
    await shop.visit({ device: 'desktop' }, async (page) => {
      await page.clock.install()
      await openPage(page, '/shop')
      // The code of the toasts loads with the first message, which the fake clock does not speed up.
      const [first = '', second = ''] = await cardNames(page)
      await add(page, first)
      await messages(page).getByRole('button', { name: 'Close' }).click()
      await page.clock.pauseAt(Date.now() + 60_000)
      await add(page, second)
      await page.clock.runFor(600)
      await messages(page).waitFor()
      await page.clock.runFor(4_300)
      expect(await messages(page).count()).toBe(1)
      await page.clock.runFor(1_000)
      await expect.poll(() => messages(page).count()).toBe(0)
    })
  })

  it('is the only one, and the newest', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await openPage(page, '/shop')
      const [first = '', second = ''] = await cardNames(page)
      for (const name of [first, second]) await add(page, name)
      await messages(page).filter({ hasText: second }).waitFor()
      expect(await messages(page).count()).toBe(1)
    })
  })

  it('can be reached with F8 and closed with Escape, and undoes what it tells of', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await openPage(page, '/contact')
      await page.getByRole('banner').getByRole('link', { name: 'Shop' }).click()
      await addFirst(page)
      await messages(page).waitFor()
      await page.keyboard.press('F8')
      const region = page.getByRole('region', { name: 'Notifications (F8)' })
      await expect.poll(() => region.evaluate((each) => each.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await expect.poll(() => messages(page).count()).toBe(0)
      await page.getByRole('button', { name: 'Remove' }).click()
      await messages(page).getByText('Removed from cart').waitFor()
      await region.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    })
  })

  it('goes when it is swept 50 px to the right, and stays for less', async () => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/shop?search=tausi')
      await addFirst(page)
      await sweep(page, 40)
      expect(await messages(page).count()).toBe(1)
      await sweep(page, 60)
      await expect.poll(() => messages(page).count()).toBe(0)
    })
  })

  it('is accessible in both themes, and stays while it has the focus', async () => {
    await shop.visit({}, async (page) => {
      await openPage(page, '/shop?search=tausi')
      await addFirst(page)
      await messages(page).waitFor()
      await page.keyboard.press('F8')
      await expectAccessibleInBothThemes(page)
      expect(await messages(page).count()).toBe(1)
    })
  })
})

function messages(page: Page) {
  return page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
}

async function add(page: Page, name: string): Promise<void> {
  await cardOf(page, name).getByRole('button', { name: /^Add/ }).click()
}

async function addFirst(page: Page): Promise<void> {
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click()
}

async function sweep(page: Page, pixels: number): Promise<void> {
  const box = await messages(page).boundingBox()
  if (!box) throw new Error('There is no message to sweep away.')
  const [x, y] = [box.x + 20, box.y + 12]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + pixels, y, { steps: 5 })
  await page.mouse.up()
}
