import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { openPage, openShop } from '../open-shop.ts'
import { adminPassword } from '../shop-server.ts'
import { dialogOf, expectAccessibleWhenFresh, message, openAdmin } from './admin-harness.ts'

const shop = openShop()

it.each(['phone', 'desktop'] as const)('shows a perfume in three photos of 12 megapixels, on a %s', async (device) => {
  const name = `Picha tatu on a ${device}`
  onTestFinished(() => clear(name))
  await shop.visit({ device }, async (page) => {
    const sent: number[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/uploads/image')) sent.push(request.postDataBuffer()?.length ?? 0)
    })
    await openAdmin(page, '/products')
    await page.getByRole('button', { name: 'Add Product' }).click()
    const form = dialogOf(page, 'Add New Product')
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByLabel('Description', { exact: true }).fill('Saffron and rose over oud.')
    await form.getByLabel('Price', { exact: true }).fill('4500')
    await form.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
    await form.getByLabel('Upload pictures').setInputFiles(await photos(page, ['bottle', 'box', 'hand']))
    await form.getByText('Picture uploaded').waitFor({ timeout: 60_000 })
    expect(sent.length).toBe(3)
    expect(Math.max(...sent)).toBeLessThan(1_000_000)
    await form.getByRole('button', { name: /^Move picture 2 of 3/ }).press('ArrowUp')
    await form.getByLabel('What picture 1 shows').fill('The box')
    await form.getByLabel('Size in ml').fill('75')
    await form.getByLabel('Top notes').fill('Saffron, Lychee')
    await expectAccessibleWhenFresh(page)
    await form.getByRole('button', { name: 'Add Product' }).click()
    await message(page, 'Product created successfully').waitFor()

    const [stored] = await shop.query<{ id: string }>('select id from products where name = $1', [name])
    await openPage(page, `/product/${stored?.id}`)
    await page.getByText('75 ml').first().waitFor()
    await page.getByText('Saffron, Lychee', { exact: true }).waitFor()
    const pictures = page.getByRole('listitem').getByRole('link').getByRole('img')
    await expect.poll(() => pictures.first().getAttribute('alt')).toBe('The box')
    await expectAccessibleWhenFresh(page)
    await pictures.first().click()
    const large = page.getByRole('dialog', { name: 'The box' })
    await large.getByRole('button', { name: 'Zoom in' }).click()
    await large.getByRole('button', { name: 'Zoom out' }).click()
    await page.keyboard.press('ArrowRight')
    const second = page.getByRole('dialog', { name: `${name}, picture 2` })
    await second.waitFor()
    await expectAccessibleWhenFresh(page)
    await page.keyboard.press('Escape')
    await second.waitFor({ state: 'detached' })
  })
})

/** Photos as a phone makes them: 3024×4032, of several megabytes because of their noise. */
async function photos(page: Page, names: readonly string[]) {
  const photo = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3024, height: 4032 })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    const noise = context.createImageData(1008, 1344)
    for (let at = 0; at < noise.data.length; at += 4) {
      noise.data.set([120 + Math.random() * 90, 60 + Math.random() * 60, 90 + Math.random() * 60, 255], at)
    }
    context.putImageData(noise, 0, 0)
    context.drawImage(canvas, 0, 0, 1008, 1344, 0, 0, 3024, 4032)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95))
    const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))
    let text = ''
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
    return btoa(text)
  })
  // The browser opens files by itself; bytes would be written into the page as text, for many seconds.
  const folder = await mkdtemp(join(tmpdir(), 'marashi-photos-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = names.map((name) => join(folder, `${name}.jpg`))
  for (const file of files) await writeFile(file, photo, 'base64')
  return files
}

/** Deletes the product, because other journeys count the products. */
async function clear(name: string): Promise<void> {
  const left = await shop.query<{ id: string }>('select id from products where name = $1', [name])
  await shop.visit({}, async ({ request }) => {
    await request.post('/api/admin/login', { data: { password: adminPassword } })
    for (const { id } of left) await request.delete(`/api/products/${id}`)
  })
}
