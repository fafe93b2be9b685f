import axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** WCAG 2.0, 2.1 and 2.2, levels A and AA. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/**
 * Throws when the page breaks WCAG 2.2 AA or has content outside of its landmarks, where the user of a screen reader
 * would not look for it. The message names each element and how to fix it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await analyse(page, {
    runOnly: { type: 'tag', values: standards },
    rules: { region: { enabled: true }, 'target-size': { enabled: true } },
  })
}

/** The same check, and the colours once more in the other theme. Restores the theme afterwards. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await swapTheme(page)
  await analyse(page, { runOnly: { type: 'rule', values: ['color-contrast'] } })
  await swapTheme(page)
}

async function swapTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
  })
}

async function analyse(page: Page, options: axe.RunOptions): Promise<void> {
  // During a transition a colour has neither value. One in a folded-up part of the page, where axe has asked for a style, does
  // not end before somebody unfolds it.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility() === false),
  )
  // Axe goes into a page once, and describes only what is wrong: on a long list half of its time went into what is right.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate((options) => window.axe.run(document, options), {
    ...options,
    resultTypes: ['violations'] satisfies axe.resultGroups[],
  })
  if (violations.length === 0) return
  const theme = await page.evaluate(() => document.documentElement.dataset.theme ?? 'no')
  const places = violations.map(described).join('\n\n')
  throw new Error(`${page.url()} is not accessible (${theme} theme):\n\n${places}`)
}

function described({ id, impact, help, helpUrl, nodes }: axe.Result): string {
  const places = nodes.map(({ target, html, failureSummary }) =>
    [`  ${target.join(' ')}`, html, failureSummary].filter(Boolean).join('\n').replaceAll('\n', '\n    '),
  )
  return [`${help} (${id}, ${impact})`, `  ${helpUrl}`, ...places].join('\n')
}
