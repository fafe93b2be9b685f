import { createHash } from 'node:crypto'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { corePages } from '../src/worker/core-pages.ts'
import type { Release } from '../src/worker/scope.ts'
import { importsOf } from './imports-of.ts'
import { oldestTargets } from './oldest-browsers.ts'
import { pageMark, routeIdOf, splitMark } from './route-chunks.ts'

type Bundle = Rolldown.OutputBundle

/** Writes `sw.js`, the service worker, which knows the files of this build, and `sw-off.js`, which ends it. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // After the styles.
      order: 'post',
      async handler(_options, bundle) {
        const release = releaseOf(bundle)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundleWorker('worker.ts', release) })
        this.emitFile({ type: 'asset', fileName: 'sw-off.js', source: await bundleWorker('farewell.ts', release) })
      },
    },
  }
}

/** The files of the first page and of `corePages`, and those of the others without the card form, which works with a connection alone. */
export function releaseOf(bundle: Bundle): Release {
  const files = Object.values(bundle)
  const chunks = files.filter((file) => file.type === 'chunk')
  const first = new Set<string>()
  for (const { fileName } of chunks.filter((chunk) => chunk.isEntry || isCorePage(chunk)))
    importsOf(bundle, fileName, first)
  const fonts = files
    .map(({ fileName }) => fileName)
    .filter((name) => /\.woff2$/.test(name) && !name.includes('arabic'))
  const addresses = (names: Iterable<string>) => [...names].map((name) => `/${name}`)
  const later = chunks.map(({ fileName }) => fileName).filter((name) => !first.has(name) && !/card-panel/.test(name))
  const styles = files.map(({ fileName }) => fileName).filter((name) => name.endsWith('.css'))
  const core = addresses([...first, ...fonts])
  const rest = addresses([...later, ...styles.filter((name) => /\blate\b/.test(name))])
  const version = createHash('sha256')
    .update([...core, ...rest, ...styles].sort().join())
    .digest('hex')
    .slice(0, 10)
  return { version, core, rest }
}

function isCorePage({ facadeModuleId }: Rolldown.OutputChunk): boolean {
  const [file = '', mark] = facadeModuleId?.split(splitMark) ?? []
  return mark === pageMark && corePages.includes(routeIdOf(file))
}

async function bundleWorker(file: string, release: Release): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { release: JSON.stringify(release) },
    build: {
      target: oldestTargets,
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
