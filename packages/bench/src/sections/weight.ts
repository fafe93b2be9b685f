import { launchChromium } from '@marashi/e2e/src/chromium.ts'
import type { Environment } from '../environment/environment.ts'
import { type Finding, kibibytes } from '../findings.ts'
import type { Tempo } from '../load/take-turns.ts'
import { type FirstView, loadFirstView } from '../views/load-first-view.ts'
import { viewedPages } from '../views/viewed-pages.ts'

interface Budget {
  measure: string
  part: keyof FirstView
  maxBytes: number
}

const KIB = 1024

const budgets: Budget[] = [
  { measure: 'First view: JavaScript, brotli', part: 'scripts', maxBytes: 105 * KIB },
  { measure: 'First view: styles, brotli', part: 'styles', maxBytes: 6 * KIB },
  { measure: 'First view: style files', part: 'styleFiles', maxBytes: 0 },
  { measure: 'First view: fonts', part: 'fonts', maxBytes: 30_000 },
  { measure: 'First view: the page itself, as sent', part: 'document', maxBytes: 20 * KIB },
  { measure: 'First view: everything in sight, as sent', part: 'total', maxBytes: 200_000 },
]

/** What the first view of home, shop and a product weighs on a phone, in a real browser with an empty cache. */
export async function measureWeight(environment: Environment, _tempo: Tempo): Promise<Finding[]> {
  const { pages } = await viewedPages(environment)
  const browser = await launchChromium()
  try {
    const views: { name: string; view: FirstView }[] = []
    for (const { name, url } of pages) views.push({ name, view: await loadFirstView(browser, url) })
    return budgets.map(({ measure, part, maxBytes }) => {
      const heaviest = Math.max(...views.map(({ view }) => view[part]))
      const format = part === 'styleFiles' ? String : kibibytes
      return {
        measure,
        ours: format(heaviest),
        target: `≤ ${format(maxBytes)}`,
        isReached: heaviest <= maxBytes,
        note: views.map(({ name, view }) => `${name} ${format(view[part])}${aheadOf(part, view)}`).join(', '),
      }
    })
  } finally {
    await browser.close()
  }
}

const aheadOf = (part: keyof FirstView, { ahead }: FirstView): string =>
  part === 'total' && ahead > 0 ? ` (and ${kibibytes(ahead)} of pictures ahead)` : ''
