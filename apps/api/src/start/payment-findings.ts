import { wantsDemo } from '../demo/wants-demo.ts'
import type { Environment } from '../env.ts'
import { type Finding, fine } from '../modules/admin/health/finding.ts'

/** Which payments are on, and whether they move real money; the settings' own rules say where one of them is unsafe. */
export function paymentFindings(env: Environment): Finding[] {
  return [fine('M-Pesa', mpesaMode(env)), fine('Cards', cardMode(env))]
}

function mpesaMode(env: Environment): string {
  if (wantsDemo(env)) return 'Demo: nobody pays.'
  const { MPESA_CONSUMER_KEY, MPESA_CONSUMER_SECRET, MPESA_SHORTCODE, MPESA_PASSKEY, MPESA_BASE_URL } = env
  if (!MPESA_CONSUMER_KEY || !MPESA_CONSUMER_SECRET || !MPESA_SHORTCODE || !MPESA_PASSKEY) return 'Off.'
  const { hostname } = new URL(MPESA_BASE_URL)
  if (hostname === 'api.safaricom.co.ke') return `Live, to ${MPESA_SHORTCODE}.`
  return hostname.startsWith('sandbox.') ? 'Test: nobody pays.' : `By ${hostname}, to ${MPESA_SHORTCODE}.`
}

function cardMode({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET }: Environment): string {
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return 'Off.'
  return STRIPE_SECRET_KEY.includes('_test_') ? 'Test: nobody pays.' : 'Live.'
}
