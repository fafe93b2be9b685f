import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** WCAG 2.0, 2.1 and 2.2, levels A and AA. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/**
 * Throws, naming each element and how to mend it, when the page as it stands breaks WCAG 2.2 AA, or has content
 * outside of its landmarks, where a screen reader's user would not look for it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: { type: 'tag', values: standards },
      rules: { region: { enabled: true }, 'target-size': { enabled: true } },
    })
    .analyze()
  if (violations.length === 0) return
  throw new Error(`${page.url()} is not accessible:\n\n${violations.map(described).join('\n\n')}`)
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

function described({ id, impact, help, helpUrl, nodes }: Violation): string {
  const places = nodes.map(({ target, html, failureSummary }) =>
    [`  ${target.join(' ')}`, html, failureSummary].filter(Boolean).join('\n').replaceAll('\n', '\n    '),
  )
  return [`${help} (${id}, ${impact})`, `  ${helpUrl}`, ...places].join('\n')
}
