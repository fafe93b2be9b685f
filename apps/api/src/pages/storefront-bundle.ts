import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { PageAnswer, PageCall } from './call-procedures.ts'
import { type ShopStyles, shopStyles } from './inline-sources.ts'

interface PageAssets {
  entry: string
  preloads: string[]
  fonts: string[]
  lateStyles: string
}

export interface StorefrontBundle extends ServerBundle {
  /** Folder of everything a browser may fetch. */
  clientDir: string
  /** All styles. */
  styles: ShopStyles
  /** By route: what is inlined into its page. */
  routeStyles: Map<string, ShopStyles>
  assets: PageAssets
}

/** What the storefront's server bundle exports. */
interface ServerBundle {
  /** The part of an address that its page depends on, without unknown query parameters. */
  pageAddress(url: string): string
  /** The path as the shop's own links write it, and whether the page is one reader's alone. */
  placeOf(url: string): { path: string; isPersonal: boolean }
  renderPage(input: {
    address: string
    origin: string
    answer: (call: PageCall) => Promise<PageAnswer>
    nonce: string
    assets: PageAssets & { css: (routeId: string) => string }
  }): Promise<{ status: number; location?: string; html: string }>
  renderErrorPage(input: {
    shop: ShopDetails
    trouble: { isPassing: boolean; message: string; requestId?: string | undefined }
    address: string
    nonce: string
    assets: PageAssets & { css: string }
  }): string
}

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
  assets?: string[]
}

/** What the build writes of the styles by route. */
interface RouteStyles {
  late: string
  ofRoute: Record<string, string>
}

const dist = fileURLToPath(new URL('../../../storefront/dist', import.meta.url))

/** Loads the built storefront: the server bundle as a module, the browser's files as addresses. Throws when it is not built. */
export async function loadStorefront(): Promise<StorefrontBundle> {
  const clientDir = path.join(dist, 'client')
  const manifestFile = path.join(clientDir, '.vite/manifest.json')
  if (!existsSync(manifestFile))
    throw new Error('The storefront is not built. Run `npm start`, or `npm run build` first.')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, ManifestChunk>
  const server: ServerBundle = await import(pathToFileURL(path.join(dist, 'server/entry-server.js')).href)
  const routes = JSON.parse(readFileSync(path.join(clientDir, '.vite/route-styles.json'), 'utf8')) as RouteStyles
  return {
    ...server,
    clientDir,
    styles: readStyles(manifest, clientDir),
    routeStyles: new Map(Object.entries(routes.ofRoute).map(([route, css]) => [route, shopStyles(css)])),
    assets: { ...readAssets(manifest), lateStyles: routes.late },
  }
}

function readStyles(manifest: Record<string, ManifestChunk>, clientDir: string): ShopStyles {
  const files = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  return shopStyles([...files].map((file) => readFileSync(path.join(clientDir, file), 'utf8')).join('\n'))
}

function readAssets(manifest: Record<string, ManifestChunk>): Omit<PageAssets, 'lateStyles'> {
  const chunks = Object.values(manifest)
  const entry = chunks.find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('The storefront’s manifest names no entry.')
  const fonts = new Set(chunks.map(({ file }) => file).concat(chunks.flatMap(({ assets = [] }) => assets)))
  return {
    entry: `/${entry.file}`,
    preloads: [...reachable(manifest, entry)].map((file) => `/${file}`),
    // Browsers load the Arabic font only for pages with its letters, by unicode-range.
    fonts: [...fonts].filter((file) => file.endsWith('.woff2') && !file.includes('arabic')).map((file) => `/${file}`),
  }
}

/** Files that the entry imports before it can run, without itself, each after those that it imports. */
function reachable(
  manifest: Record<string, ManifestChunk>,
  entry: ManifestChunk,
  found = new Set<string>(),
): Set<string> {
  for (const name of entry.imports ?? []) {
    const chunk = manifest[name]
    if (chunk && !found.has(chunk.file)) reachable(manifest, chunk, found).add(chunk.file)
  }
  return found
}
