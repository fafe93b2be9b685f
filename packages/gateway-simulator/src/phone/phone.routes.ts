import { randomBytes } from 'node:crypto'
import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import type { FastifyInstance } from 'fastify'
import { parseForm } from '../core/form-body.ts'
import type { Daraja } from '../daraja/daraja.ts'
import { phonePage } from './phone-page.ts'

const WRONG_PIN = '0000'

/** The page on which a person answers prompts, without scripts if need be. */
export function phoneRoutes(app: FastifyInstance, daraja: Daraja): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, parseForm(String(body)))
  })

  app.get('/phone', async ({ query }, reply) => {
    const number = numberIn((query as { number?: string }).number)
    const nonce = randomBytes(16).toString('base64')
    const { merchantName: merchant } = daraja.settings
    const manual = daraja.confirmations.list().filter(({ phone }) => number === undefined || phone === number)
    return reply
      .headers({
        'content-security-policy': policy(nonce),
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
      })
      .type('text/html; charset=utf-8')
      .send(phonePage({ number, prompts: daraja.prompts.list(number), manual, merchant, nonce }))
  })

  app.post('/phone/payments', async ({ body }, reply) => {
    const { amount = '', account = '', to, payer, number } = (body ?? {}) as Record<string, string>
    const amountShillings = Number(amount)
    if (Number.isSafeInteger(amountShillings) && amountShillings > 0) {
      daraja.confirmations.pay({
        amountShillings,
        account: account.slice(0, 20),
        phone: numberIn(payer),
        to: to === 'buy-goods' ? 'buy-goods' : 'paybill',
      })
    }
    return reply.redirect(pageOf(number), 303)
  })

  app.post('/phone/prompts/:id', async ({ params, body }, reply) => {
    const { id } = params as { id: string }
    const { pin, action, number } = (body ?? {}) as Record<string, string>
    const code = resultOf(action, pin)
    // A prompt that has ended meanwhile stays as it ended; the page that follows shows how.
    if (code !== undefined) daraja.end(id, code)
    return reply.redirect(pageOf(number), 303)
  })
}

function pageOf(number: string | undefined): string {
  const looked = numberIn(number)
  return looked ? `/phone?number=${looked}` : '/phone'
}

/** How the prompt ends; undefined when the PIN is no PIN and the prompt stays open. */
function resultOf(action: string | undefined, pin = ''): string | undefined {
  if (action === 'cancel') return '1032'
  if (action !== 'pay' || !/^\d{4}$/.test(pin)) return undefined
  return pin === WRONG_PIN ? '2001' : '0'
}

function numberIn(text = ''): string | undefined {
  const phone = parseKenyanPhone(text)
  return phone.ok ? phone.msisdn : undefined
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
