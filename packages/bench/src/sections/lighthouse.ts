import { launchChromium } from '@marashi/e2e/src/chromium.ts'
import lighthouse from 'lighthouse'
import Trace from 'lighthouse/core/gather/gatherers/trace.js'
import { freePort } from '../environment/children.ts'
import type { Environment } from '../environment/environment.ts'
import type { Finding } from '../findings.ts'
import { median, type Tempo } from '../load/take-turns.ts'
import { viewedPages } from '../views/viewed-pages.ts'

const RUNS = 5

/** The categories and the least score of each; 100 is the best there is. */
const categories = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof categories

/** Lighthouse's audits behind the performance score, and what the shop allows itself. */
const timings = [
  { audit: 'first-contentful-paint', name: 'FCP', max: 1_200, show: seconds },
  { audit: 'largest-contentful-paint', name: 'LCP', max: 1_800, show: seconds },
  { audit: 'total-blocking-time', name: 'TBT', max: 100, show: milliseconds },
  { audit: 'cumulative-layout-shift', name: 'CLS', max: 0.02, show: (shift: number) => shift.toFixed(3) },
] as const

/** Lighthouse as it comes, for a phone on simulated slow 4G: medians of five runs of home, shop and a product. */
export async function measureLighthouse(environment: Environment, { isQuick }: Tempo): Promise<Finding[]> {
  const { pages } = await viewedPages(environment)
  const port = await freePort()
  const browser = await launchChromium({ extraFlags: [`--remote-debugging-port=${port}`] })
  try {
    const findings: Finding[] = []
    for (const { name, url } of pages) {
      const runs: Run[] = []
      for (let run = 0; run < (isQuick ? 1 : RUNS); run++) runs.push(await runLighthouse(url, port))
      findings.push(...findingsOf(name, runs))
    }
    return findings
  } finally {
    await browser.close()
  }
}

// Chromium 147 crashes when it traces this category and a page is sent with a Referrer-Policy; no score rests on it.
const traced = Trace.getDefaultTraceCategories().filter((category) => category !== 'blink.webdx_feature_usage')
Trace.getDefaultTraceCategories = () => traced

interface Run {
  scores: Record<Category, number>
  timings: Record<string, number>
  /** The names of the audits that kept a category below 100. */
  failedAudits: string[]
}

async function runLighthouse(url: string, port: number): Promise<Run> {
  const onlyCategories = Object.keys(categories)
  const result = await lighthouse(url, { port, logLevel: 'silent', output: 'json', onlyCategories })
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`)
  const { lhr } = result
  const scores = Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)])
  return {
    scores: Object.fromEntries(scores),
    timings: Object.fromEntries(timings.map(({ audit }) => [audit, lhr.audits[audit]?.numericValue ?? Number.NaN])),
    failedAudits: Object.values(lhr.categories)
      .filter(({ id }) => id !== 'performance')
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  }
}

function findingsOf(page: string, runs: Run[]): Finding[] {
  const scoreOf = (category: Category) => median(runs.map(({ scores }) => scores[category]))
  const names = Object.keys(categories) as Category[]
  const timingFindings = timings.map(({ audit, name, max, show }) => {
    const value = median(runs.map((run) => run.timings[audit] ?? Number.NaN))
    return {
      measure: `Lighthouse ${page}: ${name}`,
      ours: show(value),
      target: `≤ ${show(max)}`,
      isReached: value <= max,
    }
  })
  return [
    {
      measure: `Lighthouse ${page}: perf/a11y/best practices/seo`,
      ours: names.map(scoreOf).join('/'),
      target: `≥ ${names.map((name) => categories[name]).join('/')}`,
      isReached: names.every((name) => scoreOf(name) >= categories[name]),
      note: [...new Set(runs.flatMap(({ failedAudits }) => failedAudits))].join(', '),
    },
    ...timingFindings,
  ]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}

function milliseconds(ms: number): string {
  return `${Math.round(ms)} ms`
}
