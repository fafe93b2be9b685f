import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'
import { cardNames, cardOf } from './steps.ts'

const shop = openShop()

describe('on a slow connection, before the code is there', () => {
  it('a tap on Add is carried out once the page listens', async () => {
    await shop.visit({}, async (page) => {
      const release = await holdScripts(page)
      await page.goto('/shop', { waitUntil: 'commit' })
      const [name = ''] = await firstNames(page)
      await cardOf(page, name).getByRole('button', { name: /^Add/ }).click()
      release()
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
      const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'))
      expect(saved).toMatchObject([{ name, quantity: 1 }])
    })
  })

  it('a tap on Add is carried out though the cart was opened right after it', async () => {
    await shop.visit({}, async (page) => {
      const release = await holdScripts(page)
      await page.goto('/shop', { waitUntil: 'commit' })
      const [name = ''] = await firstNames(page)
      await cardOf(page, name).getByRole('button', { name: /^Add/ }).click()
      await page.getByRole('link', { name: /^Cart/ }).click()
      release()
      await page.waitForURL('**/cart')
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    })
  })

  it.each([
    ['/', 'routes'],
    ['/shop', 'shop'],
  ])('a tap on Add of %s is carried out though the page’s own code comes last', async (path, chunk) => {
    await shop.visit({}, async (page) => {
      const release = await holdScripts(page, `${chunk}-*`)
      const isWaiting = page.waitForResponse(/\/entry-client-/)
      await page.goto(path, { waitUntil: 'commit' })
      await (await isWaiting).finished()
      const card = page.getByRole('article').first()
      await card.getByRole('button', { name: /^Favorite/ }).click()
      await card.getByRole('button', { name: /^Add/ }).click()
      release()
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
      await card.getByRole('button', { name: /^Favorite/, pressed: true }).waitFor()
    })
  })

  it('what was chosen from the filters is filtered by', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      const release = await holdScripts(page, 'shop-*')
      await page.goto('/shop')
      await page.getByLabel('Category').selectOption('Oud & Woods')
      await page.getByLabel('For', { exact: true }).selectOption('unisex')
      release()
      await page.waitForURL(/category=Oud.*audience=unisex|audience=unisex.*category=Oud/)
    })
  })

  it('what was typed into the search is kept and searched for', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      const release = await holdScripts(page)
      await page.goto('/shop', { waitUntil: 'commit' })
      await page.getByRole('searchbox').fill('tausi')
      release()
      await page.getByText('Showing 1-1 of 1 products for "tausi"').waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('tausi')
    })
  })

  it.each(['/', '/shop?fbclid=shared', '/contact'])('who has scrolled down %s stays there', async (path) => {
    await shop.visit({}, async (page) => {
      const release = await holdScripts(page)
      await page.goto(path)
      const place = await scrolledDown(page)
      release()
      await untilInteractive(page)
      expect(await scrolled(page)).toBe(place)
    })
  })

  it('links, menu and theme work', async () => {
    await shop.visit({}, async (page) => {
      await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      await page.getByRole('button', { name: 'Switch to dark theme' }).click()
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
      await page.waitForURL('/contact', { waitUntil: 'commit' })
    })
  })
})

/** React says that it makes the page anew. */
const madeAnew = { expected: [/Minified React error #418/] }

describe.each([
  ['the browser has translated', translate],
  ['an extension has changed', extend],
] as const)('on a page that %s before the code is there', (_, change) => {
  it('a tap on Add is carried out, for the perfume that was tapped, and the theme stays', async () => {
    await shop.visit({ ...madeAnew, colorScheme: 'dark' }, async (page) => {
      const release = await holdScripts(page)
      await page.goto('/shop', { waitUntil: 'commit' })
      const name = (await firstNames(page))[4] ?? ''
      const card = cardOf(page, name)
      const add = await card.getByRole('button', { name: /^Add/ }).elementHandle()
      await page.evaluate(change)
      await add?.evaluate((button: HTMLElement) => button.click())
      release()
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
      const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'))
      expect(saved).toMatchObject([{ name, quantity: 1 }])
      expect(await add?.evaluate((button) => button.isConnected)).toBe(false)
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    })
  })
})

/** Does to the page what Chrome's translator does: each text makes way for a <font> that holds its translation. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest('script, style')) continue
    const font = document.createElement('font')
    font.textContent = text.data.toUpperCase()
    text.replaceWith(font)
  }
}

/** Puts elements of its own into the page, a button among them, as a helper for prices or passwords does. */
function extend(): void {
  const own = document.createElement('div')
  own.innerHTML = '<button type="button">Compare</button>'
  document.querySelector('main')?.prepend(own)
}

describe('a page that is loaded again', () => {
  it.each(['/', '/shop?fbclid=shared'])('is where it was: %s', async (path) => {
    await shop.visit({}, async (page) => {
      await openPage(page, path)
      const place = await scrolledDown(page)
      await page.reload()
      await untilInteractive(page)
      expect(await scrolled(page)).toBe(place)
      await page.goto('about:blank')
      await page.goBack()
      await untilInteractive(page)
      expect(await scrolled(page)).toBe(place)
    })
  })
})

describe('in a browser that keeps nothing', () => {
  it('the cart lasts as long as the page', async () => {
    await shop.visit({}, async (page) => {
      await page.addInitScript(() => {
        for (const storage of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, storage, {
            get: () => {
              throw new DOMException('Storage is forbidden here.', 'SecurityError')
            },
          })
        }
      })
      await openPage(page, '/shop')
      await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click()
      await page.getByRole('link', { name: 'Cart, 1 item' }).click()
      await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
      await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    })
  })
})

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

/** Scrolls half a screen down, and returns how far in CSS pixels. */
async function scrolledDown(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, innerHeight / 2))
  return scrolled(page)
}

/** Holds back the shop's code, or a part of it, until the returned function is called. */
async function holdScripts(page: Page, part = '*'): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(`**/assets/${part}.js`, async (route) => {
    await released.promise
    await route.continue().catch(() => undefined)
  })
  return released.resolve
}

async function firstNames(page: Page): Promise<string[]> {
  await page.getByRole('article').nth(11).waitFor()
  return cardNames(page)
}
