import { expect, it } from 'vitest'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'

const shop = openShop()

it('keeps favourites to the browser, until the next reload', async () => {
  await shop.visit({}, async (page) => {
    await openPage(page, '/shop')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const heart = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Favorite/ })
    await heart.click()
    expect(await heart.getAttribute('aria-pressed')).toBe('true')
    await page
      .getByRole('article')
      .first()
      .getByRole('link', { name: /^Details/ })
      .click()
    await page.getByRole('button', { name: 'Remove from Favorites' }).click()
    await page.getByRole('button', { name: 'Add to Favorites' }).click()
    await page.reload()
    await untilInteractive(page)
    await page.getByRole('button', { name: 'Add to Favorites' }).waitFor()
    expect(sent).toEqual([])
  })
})
