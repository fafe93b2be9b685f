import { describe, expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { adminPassword } from '../shop-server.ts'
import { expectAccessibleWhenFresh, isInReach, message, openAdmin } from './admin-harness.ts'

const shop = openShop()

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
