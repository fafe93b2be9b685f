import type { Page } from 'playwright-core'

/**
 * A list that grows while the page is open: logged errors, thrown errors, and requests to `origin` that failed or
 * were answered with 400 and above. Other origins may be unreachable where tests run.
 */
export function watchForProblems(page: Page, origin: string): string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    // The browser logs every failed request too; those to our origin are collected below, with method and status.
    // biome-ignore lint/plugin: the browser gives what it logs no code
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    problems.push(`console.error: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('response', (response) => {
    if (response.status() < 400 || !isWithin(response.url(), origin)) return
    problems.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    // Leaving a page aborts its open requests, which is no problem for a shopper.
    if (reason === 'net::ERR_ABORTED' || !isWithin(request.url(), origin)) return
    problems.push(`${reason} ${request.method()} ${request.url()}`)
  })
  return problems
}

function isWithin(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin
}
