import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { Thing, WithContext } from 'schema-dts'
import { headCopy } from '../copy/head.ts'

export type PresetPage = keyof typeof headCopy

type PageHead = {
  /** Replaces the preset's. */
  title?: string
  description?: string
  keywords?: string
  /** Path and query of the canonical address; by default the preset's path. */
  path?: string
  /** A 1200x630 picture from the shop's root, or an absolute address of a picture of unknown size. */
  ogImage?: string
  ogType?: 'website' | 'product'
  structuredData?: WithContext<Thing> | null
}

/** What every page's head starts with. */
export function siteHead(shop: ShopDetails | undefined, fonts: readonly string[]) {
  return {
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'theme-color', content: '#f4f2f6' },
      { title: shop?.name ?? headCopy.home.title },
      { property: 'og:site_name', content: shop?.name ?? '' },
      { property: 'og:locale', content: 'en_KE' },
    ],
    links: [
      ...fonts.map((href) => ({
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href,
        crossOrigin: 'anonymous' as const,
      })),
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'icon', href: '/favicon-32.png', sizes: '32x32' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/site.webmanifest' },
    ],
  }
}

/**
 * The metadata of a page: title, description, keywords, canonical address, a picture for shared links and, where given,
 * structured data, which the router escapes. See docs/behaviour.md#page-metadata.
 */
export function pageHead(page: PresetPage, shop: ShopDetails | undefined, given: PageHead = {}) {
  const preset = headCopy[page]
  const origin = shop?.publicUrl ?? ''
  const title = `${given.title ?? preset.title} | ${shop?.name ?? ''}`
  const description = given.description ?? preset.description
  const canonical = absolute(origin, given.path ?? preset.path)
  const image = given.ogImage ?? '/share.jpg'
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'keywords', content: given.keywords ?? preset.keywords },
      { property: 'og:type', content: given.ogType ?? 'website' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: canonical },
      { property: 'og:image', content: absolute(origin, image) },
      ...(image.startsWith('/')
        ? [
            { property: 'og:image:width', content: '1200' },
            { property: 'og:image:height', content: '630' },
          ]
        : []),
      { name: 'twitter:card', content: 'summary_large_image' },
      ...(preset.isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(given.structuredData ? [{ 'script:ld+json': given.structuredData }] : []),
    ],
    links: [{ rel: 'canonical', href: canonical }],
  }
}

function absolute(origin: string, address: string): string {
  return /^https?:/.test(address) ? address : origin.replace(/\/$/, '') + address
}
