import { expect, it, onTestFinished } from 'vitest'
import { openShop } from '../open-shop.ts'
import { adminPassword } from '../shop-server.ts'
import { confirm, dialogOf, expectAccessibleWhenFresh, message, openAdmin } from './admin-harness.ts'

const shop = openShop()

it.each(['phone', 'desktop'] as const)('sells from a new category at once, on a %s', async (device) => {
  const category = `Attars for a ${device}`
  const name = `Harufu ya ${device}`
  onTestFinished(() => clear(name))
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, '/categories')
    await expectAccessibleWhenFresh(page)
    await page.getByRole('button', { name: 'Add Category' }).click()
    const newCategory = dialogOf(page, 'Add New Category')
    await newCategory.getByRole('button', { name: 'Add Category' }).click()
    await newCategory.getByText('Category name is required').first().waitFor()
    await newCategory.getByLabel('Name', { exact: true }).fill(category)
    await newCategory.getByRole('button', { name: 'Add Category' }).click()
    await message(page, 'Category created successfully').waitFor()

    await page.goto('/admin/products')
    await page.getByRole('button', { name: 'Add Product' }).click()
    const form = dialogOf(page, 'Add New Product')
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Description', { exact: true }).fill('Rose oil in sandalwood, for women.')
    await form.getByLabel('Price', { exact: true }).fill('4500')
    await form.getByLabel(/^Original price/).fill('6000')
    await form.getByLabel('Category', { exact: true }).selectOption({ label: category })
    await form.getByLabel('Upload pictures').setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: await anyPhoto(),
    })
    await form.getByText('Picture uploaded').waitFor()
    await form.getByRole('region', { name: 'Preview' }).getByText('-25%').waitFor()
    await expectAccessibleWhenFresh(page)
    await form.getByRole('button', { name: 'Add Product' }).click()
    await message(page, 'Product created successfully').waitFor()
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await expectAccessibleWhenFresh(page)

    // The response cache must not hold the page without the new product.
    await page.goto(`/shop?search=${encodeURIComponent(name)}`)
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await card.getByText('-25%').waitFor()
    await expect
      .poll(() => card.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0)

    await page.goto('/admin/products')
    await page.getByLabel('Search products by name, description or category').fill(name)
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await expectAccessibleWhenFresh(page)
    await confirm(page)
    await message(page, 'Product deleted successfully').waitFor()
    expect((await shop.query('select from products where name = $1', [name])).length).toBe(0)

    await page.goto('/admin/categories')
    await page.getByRole('button', { name: `Delete ${category}` }).click()
    await confirm(page)
    await message(page, 'Category deleted successfully').waitFor()
  })
})

it.each(['phone', 'desktop'] as const)('saves a category whose first name was taken, on a %s', async (device) => {
  const [taken] = await shop.query<{ name: string }>('select name from categories order by name limit 1')
  const name = `Second thoughts on a ${device}`
  await shop.visit({ device, expected: [/409/] }, async (page) => {
    await openAdmin(page, '/categories')
    await page.getByRole('button', { name: 'Add Category' }).click()
    const form = dialogOf(page, 'Add New Category')
    await form.getByLabel('Name', { exact: true }).fill(taken?.name ?? '')
    await form.getByRole('button', { name: 'Add Category' }).click()
    await expect.poll(() => form.getByText('There is a category with this name already.').count()).toBe(1)
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByRole('button', { name: 'Add Category' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Categories Management' }).waitFor()
    await page.getByRole('heading', { name, exact: true }).waitFor()

    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await confirm(page)
    await page.getByRole('heading', { name, exact: true }).waitFor({ state: 'detached' })
  })
})

it('does not delete a category that has products', async () => {
  const [category] = await shop.query<{ name: string }>('select category as name from products limit 1')
  await shop.visit({ device: 'desktop', expected: [/409/] }, async (page) => {
    await openAdmin(page, '/categories')
    await page.getByRole('button', { name: `Delete ${category?.name}` }).click()
    await page
      .getByRole('alertdialog')
      .getByText(/\d+ products are in it/)
      .waitFor()
    await confirm(page)
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: category?.name ?? '', exact: true }).waitFor()
  })
})

it.each(['phone', 'desktop'] as const)('lets an approved review be read at once, on a %s', async (device) => {
  const content = `I wear it to every wedding, from my ${device}.`
  const [product] = await shop.query<{ id: string; name: string }>(
    'select id, name from products order by name limit 1',
  )
  const { id = '', name = '' } = product ?? {}
  await shop.visit({ device }, async (page) => {
    await page.request.post(`/api/products/${id}/reviews`, { data: { rating: 5, content, customerName: 'Zawadi' } })
    await openAdmin(page, '/reviews')
    const card = page.getByRole('article', { name: `Review of ${name} by Zawadi` }).filter({ hasText: content })
    await card.waitFor()
    await expectAccessibleWhenFresh(page)
    await card.focus()
    await page.keyboard.press('a')
    await message(page, 'Review approved successfully').waitFor()
    await card.waitFor({ state: 'detached' })
    await page.goto(`/product/${id}`)
    await page.getByText(content).waitFor()
  })
})

/** Deletes the product that a failed test leaves behind, because other journeys count the products. */
async function clear(name: string): Promise<void> {
  const left = await shop.query<{ id: string }>('select id from products where name = $1', [name])
  if (left.length === 0) return
  await shop.visit({}, async ({ request }) => {
    await request.post('/api/admin/login', { data: { password: adminPassword } })
    for (const { id } of left) {
      const answer = await request.delete(`/api/products/${id}`)
      expect(answer.status()).toBe(204)
    }
  })
}

/** A picture of the shop as the bytes of a JPEG file. */
async function anyPhoto(): Promise<Buffer> {
  const [product] = await shop.query<{ image: string }>(
    `select image from products where image like '/media/%' limit 1`,
  )
  const answer = await fetch(`${shop.url}${product?.image}`)
  return Buffer.from(await answer.arrayBuffer())
}
