import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { adminPassword } from '../shop-server.ts'
import { dialogOf, expectAccessibleWhenFresh, isInReach, message, openAdmin } from './admin-harness.ts'

const shop = openShop()

const isFocused = (what: Locator) => what.evaluate((element) => element === document.activeElement)

describe('logging in', () => {
  it.each(['phone', 'desktop'] as const)('takes the right password alone, on a %s', async (device) => {
    await shop.visit({ device, address: `203.0.113.${device.length}`, expected: [/401/] }, async (page) => {
      await page.goto('/admin/login')
      const password = page.getByLabel('Password', { exact: true })
      const login = page.getByRole('button', { name: 'Login', exact: true })
      await expectAccessibleWhenFresh(page)
      await login.click()
      await page.getByText('Password is required').waitFor()
      await password.fill('jasmine at noon')
      await login.click()
      await message(page, 'Login Failed').waitFor()
      await page.locator('form').getByText('Invalid password').waitFor()
      await expect.poll(() => password.evaluate((box) => box === document.activeElement)).toBe(true)
      await password.fill(adminPassword)
      await login.click()
      await page.waitForURL('/admin/dashboard')
      const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith('session'))
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    })
  })

  it('makes a guesser wait, and nobody else', async () => {
    await shop.visit({ address: '203.0.113.66', expected: [/401/, /429/] }, async (page) => {
      await page.goto('/admin/login')
      const password = page.getByLabel('Password', { exact: true })
      for (let nth = 1; nth <= 6; nth++) {
        await password.fill(`guess ${nth}`)
        const [answer] = await Promise.all([
          page.waitForResponse((response) => response.url().includes('login')),
          page.getByRole('button', { name: 'Login', exact: true }).click(),
        ])
        expect(answer.status()).toBe(nth <= 5 ? 401 : 429)
        await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
      }
    })
    await shop.visit({}, (page) => openAdmin(page, '/dashboard'))
  })
})

it.each([900, 600])('keeps the logout in reach in a window %i px high', async (height) => {
  await shop.visit({ device: 'desktop' }, async (page) => {
    await page.setViewportSize({ width: 1280, height })
    await openAdmin(page, '/dashboard')
    const side = page.getByRole('banner')
    expect(await isInReach(side.getByRole('button', { name: 'Logout' }))).toBe(true)
    const last = side.getByRole('navigation').getByRole('link').last()
    await last.scrollIntoViewIfNeeded()
    expect(await isInReach(last)).toBe(true)
    await expectAccessibleWhenFresh(page)
  })
})

it('shows every page and the logout at once in the window of a laptop', async () => {
  await shop.visit({ device: 'desktop' }, async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openAdmin(page, '/dashboard')
    const side = page.getByRole('banner')
    for (const row of [...(await side.getByRole('link').all()), ...(await side.getByRole('button').all())]) {
      expect([await row.textContent(), await isInReach(row)]).toEqual([expect.any(String), true])
    }
  })
})

describe('a session that has ended', () => {
  it('leads to the login and back to where one was', async () => {
    await shop.visit({ device: 'desktop', expected: [/401/] }, async (page) => {
      await openAdmin(page, '/orders?status=pending')
      await shop.query('delete from admin_sessions')
      await page.reload()
      await page.getByRole('heading', { name: 'Authentication Required' }).waitFor()
      await expectAccessibleWhenFresh(page)
      await page.getByRole('link', { name: 'Go to Login' }).click()
      await page.getByLabel('Password', { exact: true }).fill(adminPassword)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await page.waitForURL('/admin/orders?status=pending')
    })
  })

  it.each(['phone', 'desktop'] as const)('takes nothing that is typed, on a %s', async (device) => {
    const described = async (name: string) =>
      (await shop.query<{ description: string }>('select description from products where name = $1', [name]))[0]
    await shop.visit({ device, expected: [/401/] }, async (page) => {
      const again = dialogOf(page, 'Log in again')
      const password = again.getByLabel('Password', { exact: true })
      const logIn = async () => {
        await password.fill(adminPassword)
        await again.getByRole('button', { name: 'Login', exact: true }).click()
        await again.waitFor({ state: 'detached' })
      }
      await openAdmin(page, '/products')
      const card = page.getByRole('article').first()
      const name = (await card.getByRole('heading').textContent()) ?? ''
      const before = await described(name)
      await card.getByRole('button', { name: `Edit ${name}` }).click()
      const form = dialogOf(page, 'Edit Product')
      const words = `Oud and the sea, typed on a ${device}.`
      await form.getByLabel('Description', { exact: true }).fill(words)
      await shop.query('delete from admin_sessions')
      const save = form.getByRole('button', { name: 'Save Changes' })
      await save.click()
      await again.waitFor()
      await expect.poll(() => isFocused(password)).toBe(true)
      await expectAccessibleWhenFresh(page)
      await logIn()
      await expect.poll(() => isFocused(save)).toBe(true)
      expect(await form.getByLabel('Description', { exact: true }).inputValue()).toBe(words)
      expect(await described(name)).toEqual(before)
      await save.click()
      await form.waitFor({ state: 'detached' })
      expect(await described(name)).toEqual({ description: words })

      // A price in the list, behind what the page says without a session.
      await card.getByRole('button', { name: `Change price of ${name}` }).click()
      await card.getByLabel('Price', { exact: true }).fill('12,345')
      await shop.query('delete from admin_sessions')
      await card.getByRole('switch', { name: 'Sold out' }).click()
      await again.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await page.getByRole('link', { name: 'Go to Login' }).click()
      await logIn()
      expect(await card.getByLabel('Price', { exact: true }).inputValue()).toBe('12,345')
      await card.getByRole('button', { name: 'Cancel' }).click()

      await page.goto('/admin/settings')
      const policies = page.getByRole('group', { name: 'Policies' })
      const policy = policies.getByLabel('Returns')
      await policy.fill(words)
      await shop.query('delete from admin_sessions')
      await policy.blur()
      await again.waitFor()
      await logIn()
      expect(await policy.inputValue()).toBe(words)
      await policies.getByRole('button', { name: 'Retry' }).click()
      await policies.getByText(/^Saved/).waitFor()
    })
  })

  it('ends on the server when one logs out, even if that call is lost', async () => {
    await shop.visit({ device: 'desktop', expected: [/401/, /logout/] }, async (page) => {
      await openAdmin(page, '/dashboard')
      await page.route('**/admin.session.logout*', (route) => route.abort())
      await page.getByRole('button', { name: 'Logout' }).first().click()
      await page.waitForURL(/\/admin\/login/)
      await message(page, 'Error').waitFor()
      await page.unroute('**/admin.session.logout*')
      await openAdmin(page, '/dashboard')
      await page.getByRole('button', { name: 'Logout' }).first().click()
      await page.waitForURL(/\/admin\/login/)
      expect((await page.request.get('/api/admin/session')).status()).toBe(401)
    })
  })
})
