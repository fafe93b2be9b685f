import { expect, it } from 'vitest'
import { openPage, openShop } from '../open-shop.ts'
import { arriveWithCart, type StoredProduct } from './steps.ts'

const shop = openShop()

it.each(['/', '/shop', '/product', '/cart', '/checkout', '/contact'])(
  'never scrolls sideways, at 320 px and with text twice as large: %s',
  async (path) => {
    const products = await shop.query<StoredProduct>('select * from products order by length(name) desc limit 2')
    const address = path === '/product' ? `/product/${products[0]?.id}` : path
    // A phone would make room for what is too wide by zooming out.
    await shop.visit({ device: 'desktop' }, async (page) => {
      await arriveWithCart(page, products)
      await page.setViewportSize({ width: 320, height: 640 })
      await openPage(page, address)
      await page.getByRole('contentinfo').waitFor()
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await overflow()).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 640, height: 800 })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect(await overflow()).toBeLessThanOrEqual(0)
    })
  },
)
