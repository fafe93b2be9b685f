import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Import, readImports } from './read-imports.ts'
import type { Zone } from './zone.ts'
import { zoneOf } from './zones.ts'

/**
 * What the source of `file` (a path from the project's folder) imports from a zone that it may not use: one
 * message for each import, with where the thing belongs. Tests may use what they like: they are not shipped.
 */
export function findViolations(file: string, source: string): string[] {
  const zone = zoneOf(file)
  const imports = readImports(file, source)
  const connections = imports
    .filter(({ specifier, typeOnly }) => !typeOnly && connectionPackages.test(specifier) && file !== connectionFile)
    .map(({ line, specifier }) => `${file}:${line} may not import ${specifier}. ${connectionAdvice}`)
  if (!zone || isForTests(file)) return connections
  const forbidden = imports
    .filter((each) => !isAllowed(zone, file, each))
    .map(({ line, specifier }) => `${file}:${line} (${zone.name}) may not import ${specifier}. ${zone.advice}`)
  return connections.length > 0 ? connections : forbidden
}

// Tests are held to this as well: one address read in two ways once sent orders in clear beside encrypted jobs.
const connectionFile = 'packages/postgres/src/connection.ts'
const connectionPackages = /^pg(-pool|-native|-cursor|-connection-string)?$/
const connectionAdvice = `Only ${connectionFile} opens connections: take newClient, newPool or connectionOptions from there.`

function isForTests(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/')
}

function isAllowed(zone: Zone, file: string, { specifier, typeOnly }: Import): boolean {
  const target = fileOf(specifier, file)
  if (target === undefined) return typeOnly || !zone.mayNotUse?.test(specifier)
  const other = zoneOf(target)
  if (!other || other.name === zone.name) return true
  const names = [other.name, other.name.replace(/^(\S+ feature) .*/, '$1')]
  if (names.some((name) => zone.mayUse.includes(name))) return true
  return typeOnly && zone.mayUseTypesOf?.includes(other.name) === true
}

/** The file of ours that a specifier names, as a path from the project's folder; undefined for a package from npm. */
function fileOf(specifier: string, importer: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(importer), specifier)
  const [, name, subpath = ''] = /^@marashi\/([^/]+)(\/.+)?$/.exec(specifier) ?? []
  if (name === undefined) return undefined
  const folder = ['api', 'storefront', 'admin'].includes(name) ? `apps/${name}` : `packages/${name}`
  return path.posix.join(folder, exportedFile(folder, `.${subpath}`))
}

/** What the workspace's package.json exports under `wanted`, as `./rules/money`; an exact name wins over a pattern. */
function exportedFile(folder: string, wanted: string): string {
  const manifest = readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), 'utf8')
  const { exports = {} }: { exports?: Record<string, string> } = JSON.parse(manifest)
  if (exports[wanted]) return exports[wanted]
  for (const [pattern, file] of Object.entries(exports)) {
    const [before = '', after = ''] = pattern.split('*')
    if (!pattern.includes('*') || !wanted.startsWith(before) || !wanted.endsWith(after)) continue
    return file.replace('*', wanted.slice(before.length, wanted.length - after.length))
  }
  // Not exported: the compiler says so; the zone is known all the same.
  return `src/${wanted === '.' ? 'index' : wanted}.ts`
}
