import type { Locator, Page } from 'playwright-core'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { adminPassword } from '../shop-server.ts'

/** Logs in behind the scenes and opens a page of the back office; the login's own screen has journeys of its own. */
export async function openAdmin(page: Page, path: string): Promise<void> {
  const answer = await page.request.post('/api/admin/login', { data: { password: adminPassword } })
  if (!answer.ok()) throw new Error(`The login was answered ${answer.status()}: ${await answer.text()}`)
  await page.goto(`/admin${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The dialog with this title. */
export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

/** Chooses yes in the question that is open. */
export const confirm = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()

/** A message as everybody sees it, by its sentence. */
export const message = (page: Page, sentence: string): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(sentence, { exact: true })

/** Looks at the page in both themes once its rows are the newest: old ones are dimmed while new ones load. */
export async function expectAccessibleWhenFresh(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await expectAccessibleInBothThemes(page)
}
