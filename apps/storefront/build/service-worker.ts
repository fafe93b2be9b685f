import { createHash } from 'node:crypto'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Release } from '../src/worker/scope.ts'

type Bundle = Rolldown.OutputBundle

/** Writes `sw.js`, the service worker, which knows the files of this build, and `sw-off.js`, which ends it. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const release = releaseOf(bundle)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundleWorker('worker.ts', release) })
      this.emitFile({ type: 'asset', fileName: 'sw-off.js', source: await bundleWorker('farewell.ts', release) })
    },
  }
}

/** The files of the first page, and those of the others without the card form, which works with a connection alone. */
export function releaseOf(bundle: Bundle): Release {
  const files = Object.values(bundle)
  const chunks = files.filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const first = new Set<string>()
  if (entry) addImports(bundle, entry.fileName, first)
  const fonts = files
    .map(({ fileName }) => fileName)
    .filter((name) => /\.woff2$/.test(name) && !name.includes('arabic'))
  const addresses = (names: Iterable<string>) => [...names].map((name) => `/${name}`)
  const later = chunks.map(({ fileName }) => fileName).filter((name) => !first.has(name) && !/card-panel/.test(name))
  const core = addresses([...first, ...fonts])
  const rest = addresses(later)
  const styles = files.flatMap((file) => (file.type === 'asset' && /\.css$/.test(file.fileName) ? [file.fileName] : []))
  const version = createHash('sha256')
    .update([...core, ...rest, ...styles].sort().join())
    .digest('hex')
    .slice(0, 10)
  return { version, core, rest }
}

function addImports(bundle: Bundle, name: string, found: Set<string>): void {
  const file = bundle[name]
  if (file?.type !== 'chunk' || found.has(name)) return
  found.add(name)
  for (const each of file.imports) addImports(bundle, each, found)
}

async function bundleWorker(file: string, release: Release): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { release: JSON.stringify(release) },
    build: {
      write: false,
      lib: {
        entry: path.resolve(import.meta.dirname, '../src/worker', file),
        formats: ['iife'],
        name: 'worker',
        fileName: 'sw',
      },
    },
  })
  const [{ output } = { output: [] }] = Array.isArray(result) ? result : [result as Rolldown.RolldownOutput]
  const [chunk] = output
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built.')
  return chunk.code
}
