import type { Locator, Page } from 'playwright-core'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { adminPassword } from '../shop-server.ts'

/** Logs in with a request and opens a page of the administration; session.test.ts tests the login page. */
export async function openAdmin(page: Page, path: string): Promise<void> {
  const answer = await page.request.post('/api/admin/login', { data: { password: adminPassword } })
  if (!answer.ok()) throw new Error(`The login was answered ${answer.status()}: ${await answer.text()}`)
  await page.goto(`/admin${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The dialog with this title. */
export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name })

/** Confirms the open question. */
export const confirm = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()

/** A visible toast with this text. */
export const message = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true })

/** Checks both themes once no list is loading, because dimmed rows have too little contrast. */
export async function expectAccessibleWhenFresh(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await expectAccessibleInBothThemes(page)
}

/** Whether its centre is on the screen and nothing covers it. */
export const isInReach = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
