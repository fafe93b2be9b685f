import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** WCAG 2.0, 2.1 and 2.2, levels A and AA. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/**
 * Throws when the page breaks WCAG 2.2 AA or has content outside of its landmarks, where the user of a screen reader
 * would not look for it. The message names each element and how to fix it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await analyse(
    new AxeBuilder({ page }).options({
      runOnly: { type: 'tag', values: standards },
      rules: { region: { enabled: true }, 'target-size': { enabled: true } },
    }),
    page,
  )
}

/** The same check, and the colours once more in the other theme. Restores the theme afterwards. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await swapTheme(page)
  await analyse(new AxeBuilder({ page }).withRules('color-contrast'), page)
  await swapTheme(page)
}

async function swapTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
  })
}

async function analyse(builder: AxeBuilder, page: Page): Promise<void> {
  // During a transition a colour has neither value. One in a folded-up part of the page, where axe has asked for a style, does
  // not end before somebody unfolds it.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility() === false),
  )
  const { violations } = await builder.analyze()
  if (violations.length === 0) return
  const theme = await page.evaluate(() => document.documentElement.dataset.theme ?? 'no')
  const places = violations.map(described).join('\n\n')
  throw new Error(`${page.url()} is not accessible (${theme} theme):\n\n${places}`)
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

function described({ id, impact, help, helpUrl, nodes }: Violation): string {
  const places = nodes.map(({ target, html, failureSummary }) =>
    [`  ${target.join(' ')}`, html, failureSummary].filter(Boolean).join('\n').replaceAll('\n', '\n    '),
  )
  return [`${help} (${id}, ${impact})`, `  ${helpUrl}`, ...places].join('\n')
}
