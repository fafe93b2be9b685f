import { expect, it } from 'vitest'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'

const shop = openShop()

it('keeps favourites for the visit, across a reload, and sends them to nobody', async () => {
  await shop.visit({}, async (page) => {
    await openPage(page, '/shop')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const first = page.getByRole('article').first()
    const heart = first.getByRole('button', { name: /^Favorite/ })
    await heart.click()
    expect(await heart.getAttribute('aria-pressed')).toBe('true')
    await page.reload()
    await untilInteractive(page)
    expect(await heart.getAttribute('aria-pressed')).toBe('true')

    await first.getByRole('link', { name: /^Details/ }).click()
    await page.getByRole('button', { name: 'Remove from Favorites' }).waitFor()
    const address = page.url()
    const other = await page.context().newPage()
    await openPage(other, address)
    await other.getByRole('button', { name: 'Add to Favorites' }).waitFor()

    await page.getByRole('button', { name: 'Remove from Favorites' }).click()
    await page.reload()
    await untilInteractive(page)
    await page.getByRole('button', { name: 'Add to Favorites' }).waitFor()
    expect(sent).toEqual([])
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => !['cart', 'theme'].includes(key))),
    ).toEqual([])
  })
})
