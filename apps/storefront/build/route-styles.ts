import type { Plugin, Rolldown } from 'vite'
import { importsOf } from './imports-of.ts'
import { pruneStyles, withoutFonts } from './prune-styles.ts'
import { pageMark, routeIdOf, splitMark } from './route-chunks.ts'

/** What the server reads, from `.vite/route-styles.json`. */
export interface RouteStyles {
  /** The address of all styles but the fonts, for pages and parts that are loaded later. */
  late: string
  /** By route: the styles that its page needs with the code that it starts with. */
  ofRoute: Record<string, string>
}

/**
 * Splits the one stylesheet by route. A page is sent with the rules whose classes its own code knows. What is loaded later
 * brings the whole sheet along, in whose order every rule then counts, whichever pages were open before.
 */
export function routeStyles(): Plugin {
  return {
    name: 'route-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const css = sheetOf(bundle)
        const late = this.emitFile({ type: 'asset', name: 'late.css', source: withoutFonts(css) })
        const styles: RouteStyles = { late: `/${this.getFileName(late)}`, ofRoute: stylesByRoute(bundle, css) }
        this.emitFile({ type: 'asset', fileName: '.vite/route-styles.json', source: JSON.stringify(styles) })
      },
    },
  }
}

function sheetOf(bundle: Rolldown.OutputBundle): string {
  const sheets = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  if (sheets[0]?.type !== 'asset' || sheets.length > 1) throw new Error('The bundle has not one stylesheet.')
  return String(sheets[0].source)
}

function stylesByRoute(bundle: Rolldown.OutputBundle, css: string): Record<string, string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The bundle has no entry.')
  const codeOf = (names: Set<string>) => chunks.filter(({ fileName }) => names.has(fileName)).map(({ code }) => code)
  const styles = new Map<string, string>()
  for (const { fileName, facadeModuleId } of chunks) {
    const [file = '', part] = facadeModuleId?.split(splitMark) ?? []
    if (part !== pageMark) continue
    const code = codeOf(importsOf(bundle, fileName, importsOf(bundle, entry.fileName))).join('\n')
    styles.set(
      routeIdOf(file),
      pruneStyles(css, (name) => code.includes(name)),
    )
  }
  return Object.fromEntries(styles)
}
