import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '../modules/catalogue/product.entity.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct, makeReview } from '../testing/factories.ts'
import { hashInlineSources, shopStyles } from './inline-sources.ts'
import { loadStorefront } from './storefront-bundle.ts'

let shop: TestApp
let product: Product

beforeAll(async () => {
  shop = await buildTestApp({ storefront: await loadStorefront() })
  const { orm } = shop.deps
  const category = await makeCategory(orm, 'Oud & Woods')
  product = await makeProduct(orm, category, {
    name: 'Oud </script><b>Zahra',
    description: 'Smoked agarwood.',
    price: 6_800,
    originalPrice: 8_500,
    image: '/media/oud-zahra-00000000/1080.jpg',
  })
  await makeReview(orm, product, { rating: 5 })
})
afterAll(() => shop[Symbol.asyncDispose]())

const open = async (url: string) => {
  const answer = await shop.app.inject(url)
  return { status: answer.statusCode, headers: answer.headers, html: answer.body }
}

const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((each) => each.startsWith(`${name} `))
    ?.split(' ') ?? []

it.each(['/api', '/api/', '/api?x=1', '/api/nothing'])(
  'is no page of the shop, and says so as the API does: %s',
  async (url) => {
    const { status, headers, html } = await open(url)
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    expect(JSON.parse(html)).toMatchObject({ error: 'There is nothing at this address.', code: 'NOT_FOUND' })
  },
)

describe('pages that nobody has opened yet', () => {
  it('are made a few at a time, in turns of the networks, while everything else goes on', async () => {
    const storefront = await loadStorefront()
    let [running, most] = [0, 0]
    const made: string[] = []
    const release = Promise.withResolvers<void>()
    await using busy = await buildTestApp({
      env: { TRUST_PROXY: 'loopback' },
      storefront: {
        ...storefront,
        renderPage: async (input) => {
          most = Math.max(most, ++running)
          made.push(input.address)
          await release.promise
          running--
          return { status: 404, html: '' }
        },
      },
    })
    const openFrom = (network: string, url: string) =>
      busy.app.inject({ url, headers: { 'x-forwarded-for': network } }).then(({ statusCode }) => statusCode)
    const crowd = Array.from({ length: 40 }, (_, nth) => openFrom('198.51.100.7', `/nothing-${nth}`))
    await expect.poll(() => made.length).toBe(3)
    const shopper = openFrom('203.0.113.9', '/contact')
    expect((await busy.app.inject('/api/products')).statusCode).toBe(200)
    release.resolve()
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([404]))
    await shopper
    expect(most).toBe(3)
    expect(made.indexOf('/contact')).toBeLessThan(6)
  })
})

describe('the first answer of a page', () => {
  it('holds the product, its head and its structured data', async () => {
    const { status, html, headers } = await open(`/product/${product.id}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(html).toMatch(/<title>[^<]*Zahra/)
    expect(html).toContain(`<link rel="canonical" href="http://shop.test/product/${product.id}"`)
    expect(html).toContain('http://shop.test/media/oud-zahra-00000000/share.jpg')
    expect(html).toContain('Ksh 6,800')
    const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json]) =>
      JSON.parse(json as string),
    )
    const structured = data.flatMap((part) => part['@graph'] ?? part).find((part) => part['@type'] === 'Product')
    expect(structured).toMatchObject({
      name: product.name,
      brand: { name: product.name },
      offers: { price: 6_800, priceCurrency: 'KES' },
      aggregateRating: { ratingValue: 5, reviewCount: 1 },
    })
  })

  it('escapes a product’s name', async () => {
    const { html } = await open(`/product/${product.id}`)
    expect(html).not.toContain('</script><b>')
  })

  it.each(['/', '/shop', '/contact', '/cart', '/checkout'])(
    'has title, description, canonical and picture: %s',
    async (url) => {
      const { status, html } = await open(url)
      expect(status).toBe(200)
      expect(html).toMatch(/<title>[^<]+<\/title>/)
      expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
      expect(html).toMatch(/<meta name="keywords" content="[^"]+"/)
      expect(html).toContain(`<link rel="canonical" href="http://shop.test${url === '/' ? '/' : url}"`)
      expect(html).toMatch(/<meta property="og:image" content="http:\/\/shop\.test\/[^"]+\.jpg"/)
    },
  )

  it.each(['/nothing', '/shop/nothing', '/product/11111111-1111-4111-8111-111111111111', '/product/no-id'])(
    'is a real 404 for %s',
    async (url) => {
      const { status, html } = await open(url)
      expect(status).toBe(404)
      expect(html).toContain('<html')
    },
  )

  it('runs only the scripts and styles that it was rendered with, by their hashes', async () => {
    const { html, headers } = await open('/shop?sort=price-low')
    const policy = String(headers['content-security-policy'])
    const inline = [...html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)].filter(
      ([, , attributes = '', body]) => body && !attributes.includes('ld+json'),
    )
    expect(inline.length).toBeGreaterThan(2)
    for (const [, element, , body = ''] of inline) {
      const hash = createHash('sha256').update(body).digest('base64')
      expect(directive(policy, `${element}-src`)).toContain(`'sha256-${hash}'`)
    }
    expect(directive(policy, 'script-src').filter((source) => source.startsWith("'sha256-"))).toHaveLength(
      inline.filter(([, element]) => element === 'script').length,
    )
    expect(html).not.toMatch(/<[^>]+\sstyle="/)
  })

  it('has no nonce that two visitors would share', async () => {
    const [first, second] = [await open('/shop?sort=price-low'), await open('/shop?sort=price-low')]
    expect(first.html).toBe(second.html)
    expect(`${first.html}${first.headers['content-security-policy']}`).not.toContain('nonce')
  })

  it('allows no script that came into it without the renderer', async () => {
    const { inline, html } = hashInlineSources('<script nonce="n1">ours()</script><script>theirs()</script>', {
      nonce: 'n1',
      stylesOf: () => shopStyles(''),
    })
    expect(html).toBe('<script>ours()</script><script>theirs()</script>')
    expect(inline.scripts).toEqual([`'sha256-${createHash('sha256').update('ours()').digest('base64')}'`])
  })

  it.each([
    ['/shop?sort=price-low', '/shop?utm_source=ig&sort=price-low&fbclid=IwAR0x', 'IwAR0x'],
    ['/shop?limit=24&sort=price-high', '/shop?sort=price-high&igsh=zzz&limit=24', 'igsh'],
    ['/shop', '/shop?sort=name&page=1&limit=12&gclid=4', 'gclid'],
    ['/', '/?utm_campaign=eid', 'utm_campaign'],
    [
      '/shop?search=zahra&category=Oud+%26+Woods&audience=women&sort=price-low&limit=24',
      '/shop?x=9&limit=24&sort=price-low&audience=women&category=Oud%20%26%20Woods&search=zahra',
      'x=9',
    ],
    ['/contact', '/contact?ref=partner7', 'partner7'],
  ])('is the same page for %s and %s', async (plain, noisy, noise) => {
    const { html, status, headers } = await open(plain)
    expect(status).toBe(200)
    const kept = shop.cache.count
    const again = await open(noisy)
    expect(again).toMatchObject({ status: 200, html })
    expect(again.headers.etag).toBe(headers.etag)
    expect(shop.cache.count).toBe(kept)
    expect(html).not.toContain(noise)
  })

  it('leads from a product’s id in capitals to its one address', async () => {
    const address = `/product/${product.id.toUpperCase()}?tab=write`
    const kept = shop.cache.count
    expect(await open(address)).toMatchObject({
      status: 308,
      headers: { location: `/product/${product.id}?tab=write` },
    })
    expect(shop.cache.count).toBe(kept)
  })

  it('leaves out an advertiser’s parameter, also in the first request', async () => {
    const { html } = await open('/shop?search=oud&fbclid=IwAR-first')
    expect(html).toContain('search=oud')
    expect(html).not.toContain('IwAR-first')
    expect(html).toContain('<link rel="canonical" href="http://shop.test/shop"')
  })

  it.each([
    ['/shop?page=2', '/shop?page=2'],
    ['/shop?category=Oud+%26+Woods&page=2', '/shop'],
    ['/shop?limit=6&page=2', '/shop'],
  ])('names the list that search engines should keep in its place: %s, %s', async (url, canonical) => {
    await using large = await buildTestApp({ storefront: await loadStorefront() })
    const category = await makeCategory(large.deps.orm, 'Oud & Woods')
    for (let nth = 0; nth < 13; nth++) await makeProduct(large.deps.orm, category)
    const { body } = await large.app.inject(url)
    expect(/<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]).toBe(`http://shop.test${canonical}`)
  })

  it('shows a change as soon as it is stored', async () => {
    await open(`/product/${product.id}`)
    await shop.query('update products set price = 6900 where id = $1', [product.id])
    await expect.poll(async () => (await open(`/product/${product.id}`)).html).toContain('Ksh 6,900')
  })
})

describe('for search engines', () => {
  it('lists pages and products', async () => {
    const { html, headers } = await open('/sitemap.xml')
    expect(headers['content-type']).toContain('application/xml')
    expect(html).toContain(`<loc>http://shop.test/product/${product.id}</loc>`)
    expect(html).toContain('<loc>http://shop.test/policies/returns</loc>')
  })

  it('asks them not to crawl carts', async () => {
    expect((await open('/robots.txt')).html).toMatch(
      /Disallow: \/cart\n[\s\S]*Sitemap: http:\/\/shop\.test\/sitemap\.xml/,
    )
  })
})

describe('files', () => {
  it.each(['/favicon.svg', '/site.webmanifest', '/share.jpg'])('serves %s', async (url) => {
    expect((await open(url)).status).toBe(200)
  })

  it.each([
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/media/..%2f..%2fpackage.json',
    '/.vite/manifest.json',
    '/assets/nothing.js',
  ])('keeps everything else to itself: %s', async (url) => {
    expect((await open(url)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('what the owner sets', () => {
  const set = (key: string, value: unknown) =>
    shop.query(`insert into shop_settings values ($1, $2, 1, now(), 'x')`, [key, JSON.stringify(value)])

  it('stands on every page as soon as it is saved', async () => {
    expect((await open('/contact')).html).not.toContain('Eid Mubarak')
    await set('hours.sunday', { kind: 'open', opens: '10:00', closes: '15:00' })
    await set('shop.instagram', 'https://instagram.com/marashi')
    await set('announcement.text', 'Eid Mubarak: gifts are wrapped for free')
    await expect.poll(async () => (await open('/contact')).html).toContain('Eid Mubarak')
    const { html } = await open('/contact')
    expect(html).toContain('Sunday 10:00-15:00')
    expect(html).toContain('href="https://instagram.com/marashi"')
  })

  it('is the name of the shop on a home screen', async () => {
    await set('shop.name', 'Waridi')
    await expect.poll(async () => (await open('/site.webmanifest')).html).toContain('Waridi')
    const { html, headers } = await open('/site.webmanifest')
    expect(headers['content-type']).toContain('application/manifest+json')
    expect(headers['cache-control']).toBe('no-cache')
    const { name, short_name, icons, shortcuts } = JSON.parse(html)
    expect([name, short_name]).toEqual(['Waridi', 'Waridi'])
    for (const { src } of [...icons, ...shortcuts.flatMap((each: { icons: object[] }) => each.icons)])
      expect((await open(src)).status).toBe(200)
  })

  it('is a page for each policy, and no page for others', async () => {
    const { status, html } = await open('/policies/returns')
    expect(status).toBe(200)
    expect(html).toMatch(/<h1[^>]*>Returns<\/h1>/)
    expect(html).toContain('<h2>Damaged or wrong</h2>')
    expect(html).toContain('rel="canonical" href="http://shop.test/policies/returns"')
    const none = await open('/policies/cookies')
    expect(none.status).toBe(404)
    expect(none.html).toContain('Go Home')
  })
})
