import { deliveryLocations } from '@marashi/domain/rules/delivery-fee'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPageUntil, openShop } from '../open-shop.ts'
import { wordsOutside } from '../words-outside.ts'
import { takePhone } from './demo-phone.ts'
import { arriveWithCart, fillCheckout, placeButton, type StoredProduct } from './steps.ts'

const shop = openShop()
const email = 'long-words@example.com'

type Product = StoredProduct & {
  description: string
  top: string[]
  heart: string[]
  base: string[]
  concentration: string | null
}
/** Two with the same notes, so that each is named on the other's page. */
let before: Product[]
let long: Product[]

beforeAll(async () => {
  before = await shop.query<Product>(
    `select id, name, price, image, category, description, notes_top as top, notes_heart as heart,
       notes_base as base, concentration from products
     where category = 'Oud & Woods' limit 2`,
  )
  long = before.map((product) => ({
    ...product,
    name: wordOf('Name', 120),
    category: wordOf('Category', 80),
    description: wordOf('Description', 120),
    top: [wordOf('Note', 40)],
    heart: [],
    base: [],
    concentration: wordOf('Concentration', 60),
  }))
  await store(long)
  const place = {
    fee: 300,
    promise: wordOf('Promise', 60),
    note: wordOf('Note', 120),
    freeOver: 900_000,
    isActive: true,
  }
  const places = deliveryLocations.map((id) => ({ ...place, id, name: wordOf(id, 40) }))
  const settings = {
    'shop.name': wordOf('Brand', 60),
    'shop.email': `${wordOf('mail', 60)}@marashi.example`,
    'delivery.places': places,
    'announcement.text': wordOf('Announcement', 100),
    'policies.returns': `${wordOf('Policy', 120)}\n\n# ${wordOf('Heading', 80)}\n${wordOf('Text', 120)}`,
    'receipt.footer': wordOf('Footer', 100),
  }
  for (const [key, value] of Object.entries(settings))
    await shop.query(`insert into shop_settings values ($1, $2, 1, now(), 'x')`, [key, JSON.stringify(value)])
  await shop.query(
    `insert into reviews (product_id, rating, content, customer_name, status) values ($1, 5, $2, $3, 'approved')`,
    [long[0]?.id, wordOf('Review', 300), wordOf('Reviewer', 60)],
  )
})

afterAll(async () => {
  await shop.query('delete from shop_settings')
  await shop.query(`delete from reviews where content like 'Review%jamii%'`)
  await store(before)
  // The next journeys walk through the same shop.
  const home = () => fetch(shop.url).then((answer) => answer.text())
  await vi.waitFor(async () => expect(await home()).not.toMatch(/Brandjamii|Categoryjamii/), { timeout: 30_000 })
})

it.each(['/', '/shop', `/shop?search=${'jamii'.repeat(20)}`, '/cart', '/contact', '/policies/returns'])(
  'words without a space stay on the screen, at 360 px: %s',
  async (path) => {
    await visit(async (page) => {
      await openPageUntil(page, path, isRenamed(page))
      expect(await page.evaluate(wordsOutside)).toEqual([])
    })
  },
)

it('words without a space stay on the screen, at 360 px: a product', async () => {
  await visit(async (page) => {
    await openPageUntil(page, `/product/${long[0]?.id}`, isRenamed(page))
    await page.getByText(/^Reviewerjamii/).waitFor()
    await page.getByText(/^Also with Notejamii/).waitFor()
    expect(await page.evaluate(wordsOutside)).toEqual([])
  })
})

it('words without a space stay on the screen, at 360 px: the checkout, the payment and the order', async () => {
  await visit(async (page) => {
    await openPageUntil(page, '/checkout', isRenamed(page))
    await page.getByText('Order summary').first().click()
    await page
      .locator('details')
      .getByText(/^Namejamii/)
      .waitFor()
    expect(await page.evaluate(wordsOutside)).toEqual([])
    const phone = await takePhone(shop.url)
    await fillCheckout(page, email, 'M-Pesa')
    await page.getByLabel('M-Pesa number').fill(phone.number)
    await placeButton(page).click()
    await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    expect(await page.evaluate(wordsOutside)).toEqual([])
    await phone.answer('pays')
    await page.waitForURL('/')
    const [order] = await shop.query<{ secret: string }>(
      'select page_secret as secret from orders where customer_email = $1',
      [email],
    )
    await page.goto(`/order/${order?.secret}`)
    expect(await page.evaluate(wordsOutside)).toEqual([])
  })
})

/** A mobile browser zooms out when content is too wide, which would hide the problem. */
function visit(walk: (page: Page) => Promise<void>): Promise<void> {
  return shop.visit({ device: 'desktop' }, async (page) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await arriveWithCart(page, long.slice(0, 1))
    await walk(page)
  })
}

const isRenamed = (page: Page) => page.getByRole('banner').getByText(/^Brandjamii/)

/** A word as an owner may type it: a web address, or a name of a language that builds long words. */
function wordOf(start: string, length: number): string {
  return `${start}${'jamii'.repeat(80)}`.slice(0, length)
}

async function store(products: readonly Product[]): Promise<void> {
  for (const { id, name, category, description, top, heart, base, concentration } of products) {
    await shop.query(
      `update products set name = $2, category = $3, description = $4, notes_top = $5, notes_heart = $6, notes_base = $7,
         concentration = $8
       where id = $1`,
      [id, name, category, description, top, heart, base, concentration],
    )
    await shop.query('update categories set name = $2 where id = (select category_id from products where id = $1)', [
      id,
      category,
    ])
  }
}
