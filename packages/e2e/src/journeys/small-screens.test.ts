import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { depthBelowBox } from '../depth-below-box.ts'
import { openPage, openPageUntil, openShop } from '../open-shop.ts'
import { arriveWithCart, type StoredProduct } from './steps.ts'

const shop = openShop()
const paths = ['/', '/shop', '/product', '/cart', '/checkout', '/contact']

it.each(paths)('never scrolls sideways, at 320 px and with text twice as large: %s', async (path) => {
  const products = await shop.query<StoredProduct>('select * from products order by length(name) desc limit 2')
  const address = path === '/product' ? `/product/${products[0]?.id}` : path
  // A mobile browser zooms out when content is too wide, which would hide the problem.
  await shop.visit({ device: 'desktop' }, async (page) => {
    await arriveWithCart(page, products)
    await page.setViewportSize({ width: 320, height: 640 })
    await openPage(page, address)
    await page.getByRole('contentinfo').waitFor()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    for (const width of [640, 360, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await enlargeText(page)
      expect(await overflow()).toBeLessThanOrEqual(0)
    }
  })
})

describe.each([360, 320])('a reader with text twice as large, on %d px,', (width) => {
  it.each(paths)('reads every heading to its end and reaches the menu: %s', async (path) => {
    const products = await shop.query<StoredProduct>('select * from products order by length(name) desc limit 2')
    const address = path === '/product' ? `/product/${products[0]?.id}` : path
    await shop.visit({ device: 'desktop' }, async (page) => {
      await arriveWithCart(page, products)
      await page.setViewportSize({ width, height: 740 })
      await openPage(page, address)
      await enlargeText(page)
      const ends = await page.getByRole('main').getByRole('heading', { level: 1 }).evaluate(textEnds)
      expect(ends.right).toBeLessThanOrEqual(width)
      const way = path === '/checkout' ? page.getByRole('link', { name: /^Cart, / }) : menuButton(page)
      const box = await way.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      // The checkout has no menu: its way out is the cart.
      if (path === '/checkout') return
      await menuButton(page).click()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
      await page.waitForURL('/contact')
    })
  })
})

describe('the first screen of a phone', () => {
  it.each([
    ['as sent, before and without scripts', false],
    ['once the page listens', true],
  ])('shows what a perfume costs and the way to buy it, %s', async (_, hasScripts) => {
    const [product] = await shop.query<{ id: string; price: number }>(
      'select id, price from products order by length(name) desc limit 1',
    )
    await shop.visit({ hasScripts }, async (page) => {
      await page.goto(`/product/${product?.id}`)
      const price = page.getByText(`Ksh ${product?.price.toLocaleString('en')}`, { exact: true }).first()
      const buy = page.getByRole('button', { name: 'Add to Cart' }).first()
      for (const part of [price, buy]) {
        const box = await part.boundingBox()
        expect(box?.y).toBeGreaterThan(0)
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740)
      }
    })
  })

  it('keeps the way to buy in sight where large text pushes it down', async () => {
    const [product] = await shop.query<{ id: string }>('select id from products order by length(name) desc limit 1')
    await shop.visit({}, async (page) => {
      await openPage(page, `/product/${product?.id}`)
      await enlargeText(page)
      const bar = page.getByRole('region', { name: 'Buy this perfume' })
      await bar.getByRole('button', { name: 'Add to Cart' }).click()
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    })
  })
})

it('a reader with text twice as large reads each amount of the order to its end, at 360 px', async () => {
  const products = await shop.query<StoredProduct>('select * from products order by length(name) desc limit 2')
  await shop.visit({ device: 'desktop' }, async (page) => {
    await arriveWithCart(page, products)
    await page.setViewportSize({ width: 360, height: 740 })
    await openPage(page, '/checkout')
    await enlargeText(page)
    await page.getByText('Order summary').first().click()
    const amounts = page.locator('details').getByText(/^Ksh [\d,]+$/)
    await amounts.nth(2).waitFor()
    for (const amount of await amounts.all()) expect((await amount.evaluate(textEnds)).right).toBeLessThanOrEqual(360)
  })
})

it('no word of the scents is broken by text twice as large, and none of the shop’s name by wide letters', async () => {
  await shop.visit({ device: 'desktop' }, async (page) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openPage(page, '/')
    await enlargeText(page)
    const scents = page.getByRole('region', { name: 'Shop by scent' })
    expect(await scents.getByRole('list').evaluate(brokenWords)).toEqual([])
    // The text spacing of WCAG 1.4.12.
    await page.setViewportSize({ width: 320, height: 740 })
    await page.evaluate(() => {
      document.documentElement.style.cssText = 'letter-spacing: 0.12em; word-spacing: 0.16em'
    })
    expect(await page.getByRole('banner').getByRole('link').first().evaluate(brokenWords)).toEqual([])
  })
})

it.each([360, 1280])('every page has the same left and right edge, at %d px', async (width) => {
  const products = await shop.query<StoredProduct>('select * from products limit 1')
  await shop.visit({ device: 'desktop' }, async (page) => {
    await arriveWithCart(page, products)
    await page.setViewportSize({ width, height: 800 })
    const edges = new Set<string>()
    for (const path of ['/', '/shop', `/product/${products[0]?.id}`, '/cart', '/checkout', '/contact']) {
      await openPage(page, path)
      edges.add(JSON.stringify(await page.evaluate(containerEdges)))
    }
    expect([...edges]).toHaveLength(1)
  })
})

it('the copyright and the policies stand on one line at the foot of a wide page', async () => {
  await shop.visit({ device: 'desktop' }, async (page) => {
    await openPage(page, '/contact')
    const foot = page.getByRole('contentinfo')
    const copyright = await foot.getByText(/^© 2025/).evaluate(textEnds)
    const policy = await foot.getByRole('link', { name: 'Returns' }).evaluate(textEnds)
    expect(copyright.bottom).toBeCloseTo(policy.bottom, 0)
  })
})

it('a long name takes two lines of a card, and no more', async () => {
  const [product] = await shop.query<{ id: string; name: string }>(
    "select id, name from products where name = 'Oud Tausi'",
  )
  const long = 'Oud Tausi Extrait de Parfum Collector’s Edition of the Sultan’s Garden with Rose and Amber'
  await shop.query('update products set name = $1 where id = $2', [long, product?.id])
  try {
    await shop.visit({}, async (page) => {
      const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: long }) })
      await openPageUntil(page, '/shop?search=tausi', card)
      const name = card.getByRole('heading')
      const lines = await name.evaluate(
        (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
      )
      expect(Math.round(lines)).toBe(2)
    })
  } finally {
    await shop.query('update products set name = $1 where id = $2', [product?.name, product?.id])
  }
})

it.each(['/', '/shop'])('the names on cards show the whole of letters that reach below the line: %s', async (path) => {
  await shop.visit({}, async (page) => {
    await openPage(page, path)
    const names = page.getByRole('article').getByRole('heading')
    expect(await names.count()).toBeGreaterThan(2)
    for (const name of await names.all()) expect(await name.evaluate(depthBelowBox)).toBeLessThanOrEqual(0)
  })
})

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' })

function enlargeText(page: Page): Promise<void> {
  return page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
}

/** Runs in the page: the edges of the text itself, not of the element's box. */
function textEnds(words: Element): { right: number; bottom: number } {
  const range = document.createRange()
  range.selectNodeContents(words)
  const lines = [...range.getClientRects()]
  return { right: Math.max(...lines.map(({ right }) => right)), bottom: Math.max(...lines.map(({ bottom }) => bottom)) }
}

/** Runs in the page: the words of the element that stand in more than one line. */
function brokenWords(element: Element): string[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  while (texts.nextNode()) {
    for (const { 0: word, index } of (texts.currentNode.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
    }
  }
  return broken
}

/** Runs in the page: the left and right edges that header, page and footer share. */
function containerEdges(): number[] {
  const boxes = [document.querySelector('header > div'), document.querySelector('footer > div'), container()]
  const edges = boxes.map((box) => box?.getBoundingClientRect())
  return [...new Set(edges.flatMap((edge) => [edge?.left ?? 0, edge?.right ?? 0]))]

  /** The first part of the page that does not span the whole width of the screen. */
  function container() {
    const isWhole = (part: Element) => part.getBoundingClientRect().width === document.documentElement.clientWidth
    let part = document.querySelector('main')?.firstElementChild ?? null
    while (part && isWhole(part)) part = part.querySelector(':scope > :not(svg)')
    return part
  }
}
