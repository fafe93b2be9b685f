import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { dialogOf, isInReach, openAdmin } from './admin-harness.ts'

const shop = openShop()

it.each(['phone', 'desktop'] as const)(
  'shows which field of a long form is missing, with its label, on a %s',
  (device) =>
    shop.visit({ device }, async (page) => {
      await openAdmin(page, '/orders')
      await page.getByRole('button', { name: 'Create Order' }).click()
      const form = dialogOf(page, 'Create Order')
      await form.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await form.getByRole('button', { name: 'Create Order' }).click()
      await form.getByText('Customer name is required').waitFor()
      expect(await isInReach(form.getByLabel('Customer name'))).toBe(true)
      expect(await isInReach(form.getByText('Customer name', { exact: true }))).toBe(true)
    }),
)

it('sets the answers of a question from edge to edge where a phone is too narrow for both in a line', async () => {
  await shop.visit({ device: 'phone' }, async (page) => {
    await openAdmin(page, '/categories')
    await page.getByRole('button', { name: 'Add Category' }).click()
    await dialogOf(page, 'Add New Category').getByLabel('Name', { exact: true }).fill('Not to be saved')
    await page.keyboard.press('Escape')
    const answers = page.getByRole('alertdialog').getByRole('button')
    const [keep, discard] = await Promise.all([answers.nth(0).boundingBox(), answers.nth(1).boundingBox()])
    expect(keep?.y).not.toBe(discard?.y)
    expect([keep?.x, keep?.width]).toEqual([discard?.x, discard?.width])
  })
})

it.each([
  ['/reviews', 'Create Review', 'Create Review'],
  ['/products', 'Add Product', 'Add New Product'],
])('starts every label of a form at the same edge: %s', async (path, button, title) => {
  await shop.visit({ device: 'phone' }, async (page) => {
    await openAdmin(page, path)
    await page.getByRole('button', { name: button }).click()
    const labels = dialogOf(page, title).locator('div > label[for]:first-child, legend')
    expect(new Set(await textEdges(labels)).size).toBe(1)
  })
})

/** Where the text of each element starts. */
const textEdges = (elements: Locator): Promise<number[]> =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().left
    }),
  )
