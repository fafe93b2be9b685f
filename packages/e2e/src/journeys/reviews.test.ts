import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openPageUntil, openShop } from '../open-shop.ts'
import { toastOf } from './steps.ts'

const shop = openShop()
const danger = 'rgb(179, 38, 30)'

describe('reviewing a perfume', () => {
  it.each(['phone', 'desktop'] as const)('waits for moderation, then stands on the page, on a %s', async (device) => {
    const { id } = await product('Vanila Kizimbani')
    const said = `Sweet and calm, seen on a ${device}.`
    await shop.visit({ device }, async (page) => {
      await openPage(page, `/product/${id}`)
      await page.getByRole('tab', { name: 'Write a Review' }).click()
      await page.getByRole('button', { name: 'Submit Review' }).click()
      await page.getByText('Please select a rating').waitFor()
      await page.getByText('Review must be at least 10 characters').waitFor()
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('rating')
      await expectAccessibleInBothThemes(page)

      await page.getByRole('radio', { name: '4 stars, Very Good' }).press('Space')
      await page.getByLabel('Your review').fill(said)
      await page.getByRole('button', { name: 'Submit Review' }).click()
      await page.getByText('Your review awaits moderation.').waitFor()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('tab', { name: 'Reviews', exact: true }).click()
      // The press is shown first and the address follows, which a reload must not overtake.
      await page.getByRole('tab', { name: 'Reviews', exact: true, selected: true }).waitFor()
      expect(await page.getByText(said).count()).toBe(0)
      const rows = await shop.query('select rating, status, customer_name from reviews where content = $1', [said])
      expect(rows).toEqual([{ rating: 4, status: 'pending', customer_name: null }])

      try {
        await shop.query(`update reviews set status = 'approved' where content = $1`, [said])
        const review = page.getByRole('listitem').filter({ hasText: said })
        await openPageUntil(page, `/product/${id}`, review)
        await review.getByText('Anonymous Customer').waitFor()
        await review.getByRole('img', { name: 'Rated 4.0 out of 5' }).waitFor()
      } finally {
        await shop.query('delete from reviews where content = $1', [said])
      }
    })
  })

  it('counts as the shopper types, in red above 500, and keeps every character', async () => {
    const { id } = await product('Vanila Kizimbani')
    await shop.visit({}, async (page) => {
      await openPage(page, `/product/${id}?tab=write`)
      const content = page.getByLabel('Your review')
      await content.fill('ü'.repeat(500))
      expect(await colourOf(page, '500/500')).not.toBe(danger)
      await content.press('End')
      await content.press('x')
      await expect.poll(() => colourOf(page, '501/500')).toBe(danger)
      await page.getByRole('button', { name: 'Submit Review' }).click()
      await page.getByText('Review must be less than 500 characters').waitFor()
      expect((await content.inputValue()).length).toBe(501)
    })
  })

  it('keeps what was typed when it cannot be sent, and says so', async () => {
    const { id } = await product('Vanila Kizimbani')
    await shop.visit({ expected: [/^net::ERR_FAILED POST .*reviews\.submit/] }, async (page) => {
      await openPage(page, `/product/${id}?tab=write`)
      await page.route('**/trpc/reviews.submit', (route) => route.abort())
      await page.getByRole('radio', { name: '5 stars, Excellent' }).press('Space')
      await page.getByLabel('Your review').fill('Smells like a wedding in Lamu.')
      await page.getByRole('button', { name: 'Submit Review' }).click()
      await toastOf(page, 'Error').waitFor()
      await toastOf(page, 'Failed to submit review').waitFor()
      await page.reload()
      await expect.poll(() => page.getByLabel('Your review').inputValue()).toBe('Smells like a wedding in Lamu.')
      expect(await page.getByRole('radio', { name: '5 stars, Excellent' }).isChecked()).toBe(true)
    })
  })
})

describe('reading reviews', () => {
  it('shows five, then all, in the order chosen', async () => {
    const { id, name } = await product('Waridi la Taif')
    await shop.visit({}, async (page) => {
      await openPage(page, `/product/${id}`)
      await page.getByRole('heading', { name: 'Customer Reviews' }).waitFor()
      await page.getByText(`Reviews for ${name}`).waitFor()
      await page.getByText('Based on 14 reviews').waitFor()
      expect(await ratings(page)).toHaveLength(5)
      await page.getByRole('button', { name: 'Show All 14 Reviews' }).click()
      await expect.poll(async () => (await ratings(page)).length).toBe(14)
      const order = page.getByLabel('Sort reviews')
      expect(await order.locator('option').allTextContents()).toEqual([
        'Newest First',
        'Oldest First',
        'Highest Rating',
        'Lowest Rating',
      ])
      await order.selectOption('Lowest Rating')
      const lowestFirst = (await ratings(page)).toSorted()
      await expect.poll(() => ratings(page)).toEqual(lowestFirst)
      await order.selectOption('Highest Rating')
      await expect.poll(() => ratings(page)).toEqual(lowestFirst.toReversed())
      await order.selectOption('Newest First')
      const newest = await dates(page)
      expect(newest).toEqual(newest.toSorted().toReversed())
      await page.getByRole('button', { name: 'Show Less Reviews' }).click()
      await expect.poll(async () => (await ratings(page)).length).toBe(5)
    })
  })

  it('invites to be the first, and offers no order for a single review', async () => {
    const { id } = await product('Iliki Baraza')
    await shop.visit({ colorScheme: 'dark' }, async (page) => {
      await openPage(page, `/product/${id}`)
      await page.getByRole('heading', { name: 'No Reviews Yet' }).waitFor()
      await expectAccessibleInBothThemes(page)
      await shop.query(
        `insert into reviews (product_id, rating, content, status) values ($1, 5, 'Only one so far.', 'approved')`,
        [id],
      )
      try {
        await openPageUntil(page, `/product/${id}`, page.getByText('Based on 1 review', { exact: true }))
        expect(await page.getByLabel('Sort reviews').count()).toBe(0)
        expect(await page.getByRole('button', { name: /^Show/ }).count()).toBe(0)
      } finally {
        await shop.query('delete from reviews where product_id = $1', [id])
      }
    })
  })
})

async function product(name: string): Promise<{ id: string; name: string }> {
  const [row] = await shop.query<{ id: string; name: string }>('select id, name from products where name = $1', [name])
  if (!row) throw new Error(`The first catalogue has no ${name}.`)
  return row
}

function colourOf(page: Page, text: string): Promise<string> {
  return page.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).color)
}

/** The stars of the reviews shown, top to bottom. */
async function ratings(page: Page): Promise<string[]> {
  const stars = await page.getByRole('tabpanel').getByRole('listitem').getByRole('img').all()
  return Promise.all(stars.map(async (star) => (await star.getAttribute('aria-label')) ?? ''))
}

async function dates(page: Page): Promise<string[]> {
  const times = await page.getByRole('tabpanel').getByRole('listitem').locator('time').all()
  return Promise.all(times.map(async (time) => (await time.getAttribute('datetime')) ?? ''))
}
