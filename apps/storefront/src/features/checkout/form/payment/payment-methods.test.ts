import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import { describe, expect, it } from 'vitest'
import { chosenMethod, firstWorking, type PaymentMethod, paymentMethodsFor } from './payment-methods.ts'

const mpesa = { isDemo: false, maxShillings: 250_000, demoPhoneUrl: null, payYourself: null }
const card = { publishableKey: 'pk_test_1', minShillings: 100 }
const all = ['stripe', 'mpesa', 'manual'] as const
type Working = Pick<PaymentMethods, 'mpesa' | 'card'>
const on = (working: Working | null, offered: readonly PaymentMethod['id'][] = all): PaymentMethods | null =>
  working && { ...working, offered: [...offered] }
const chosen = (methods: Working | null, total: number, wanted: PaymentMethod['id'] | null = null) =>
  chosenMethod(paymentMethodsFor(on(methods), total), wanted)

describe('the payment methods', () => {
  it.each([
    ['everything is set up', { mpesa, card }, ['mpesa', 'stripe', 'manual']],
    ['no card key is set, the card all the same', { mpesa, card: null }, ['mpesa', 'stripe', 'manual']],
    ['M-Pesa is not set up', { mpesa: null, card }, ['stripe', 'manual']],
    ['the shop could not be asked', null, ['manual']],
  ])('when %s', (_name, methods, ids) => {
    expect(paymentMethodsFor(on(methods), 4_000).map(({ id }) => id)).toEqual(ids)
  })

  it.each([
    ['M-Pesa comes first', { mpesa, card }, 4_000, 'mpesa'],
    ['without M-Pesa a card', { mpesa: null, card }, 4_000, 'stripe'],
    ['a card that is not set up is nobody’s first choice', { mpesa: null, card: null }, 4_000, 'manual'],
    ['M-Pesa takes its limit', { mpesa, card }, 250_000, 'mpesa'],
    ['and not a shilling more', { mpesa, card }, 250_001, 'stripe'],
    ['a card pays from its least', { mpesa: null, card }, 100, 'stripe'],
    ['and not below', { mpesa: null, card }, 99, 'manual'],
  ] as const)('%s', (_name, methods, total, id) => {
    expect(chosen(methods, total)).toBe(id)
  })

  it('show that a card without a key is not available, before anybody chooses it', () => {
    const hintOf = (methods: Working) => paymentMethodsFor(on(methods), 4_000).find(({ id }) => id === 'stripe')?.hint
    expect(hintOf({ mpesa, card: null })).toBe('Not available at present.')
    expect(hintOf({ mpesa, card })).not.toBe('Not available at present.')
  })

  it('keeps the shopper’s choice until it cannot pay this total', () => {
    expect(chosen({ mpesa, card: null }, 4_000, 'stripe')).toBe('stripe')
    expect(chosen({ mpesa, card }, 300_000, 'mpesa')).toBe('stripe')
  })

  it('leave out what the owner has switched off, whatever else works', () => {
    const ids = (offered: PaymentMethod['id'][], total = 4_000) =>
      paymentMethodsFor(on({ mpesa, card: null }, offered), total).map(({ id }) => id)
    expect(ids(['mpesa'])).toEqual(['mpesa'])
    expect(ids(['stripe', 'manual'])).toEqual(['stripe', 'manual'])
    const tooMuch = paymentMethodsFor(on({ mpesa, card: null }, ['mpesa']), 300_000)
    expect(firstWorking(tooMuch)).toBeNull()
    expect(chosenMethod(tooMuch, 'manual')).toBe('mpesa')
  })
})
