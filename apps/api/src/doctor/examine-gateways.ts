import { wantsDemo } from '../demo/wants-demo.ts'
import type { Environment } from '../env.ts'
import { broken, doubtful, type Finding, fine, reasonOf } from '../modules/admin/health/finding.ts'
import { checkMpesaKeys } from '../modules/payments/providers/mpesa/check-keys.ts'
import { checkStripeKey } from '../modules/payments/providers/stripe/check-key.ts'

/** Whether the gateways take the shop's keys. Both are only asked who it is: nothing is charged and no phone rings. */
export const examineGateways = (env: Environment): Promise<Finding[]> =>
  Promise.all([examineMpesa(env), examineStripe(env)])

async function examineMpesa(env: Environment): Promise<Finding> {
  const check = await checkMpesaKeys(env)
  const { hostname } = new URL(env.MPESA_BASE_URL)
  switch (check.state) {
    case 'off':
      return fine('M-Pesa', wantsDemo(env) ? 'Demo: nobody pays.' : 'Not offered: its keys are not set.')
    case 'accepted':
      return fine(
        'M-Pesa',
        `${hostname} takes the keys. Only a small payment of your own proves the shortcode and the passkey.`,
      )
    case 'refused':
      return broken(
        'M-Pesa',
        `${hostname} refuses the keys: no prompt is sent.`,
        'Copy MPESA_CONSUMER_KEY and MPESA_CONSUMER_SECRET again from your app in the Daraja portal; keys of the sandbox are not those of the real M-Pesa.',
      )
    case 'silent':
      return broken(
        'M-Pesa',
        `${hostname} does not answer: ${reasonOf(check.error)}.`,
        'Check MPESA_BASE_URL and that this machine reaches the internet, then try again: Safaricom may be away.',
      )
  }
}

async function examineStripe(env: Environment): Promise<Finding> {
  const check = await checkStripeKey(env)
  switch (check.state) {
    case 'off':
      return fine('Stripe', 'Cards are not offered: its keys are not set.')
    case 'accepted':
      return isOfOneKind(env.STRIPE_PUBLISHABLE_KEY, check.isLive)
        ? fine('Stripe', `It takes the secret key, ${check.isLive ? 'for real money' : 'a test key'}.`)
        : broken(
            'Stripe',
            'One key is for real money and the other for tests: no card can be charged.',
            'Copy STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY from the same page of Stripe’s dashboard.',
          )
    case 'refused':
      return broken(
        'Stripe',
        'It refuses the secret key: no card can be charged.',
        'Copy STRIPE_SECRET_KEY again from Developers, API keys, in Stripe’s dashboard; it may have been rolled.',
      )
    case 'limited':
      return doubtful(
        'Stripe',
        'It takes the restricted key, which may not read the balance: the daily check finds nothing.',
        'Give the key the permission to read Balance, in Developers, API keys.',
      )
    case 'silent':
      return broken(
        'Stripe',
        `It does not answer: ${reasonOf(check.error)}.`,
        'Check that this machine reaches api.stripe.com, then try again: Stripe may be away (status.stripe.com).',
      )
  }
}

const isOfOneKind = (publishableKey: string | undefined, isLive: boolean): boolean =>
  !publishableKey || /_test_/.test(publishableKey) !== isLive
