import { describe, expect, it } from 'vitest'
import { type Claim, claimMessage, claimRefusals, shownState } from './receipt-claim.ts'

const claim: Claim = {
  state: 'checking',
  receipt: 'SKJ4H7T2QX',
  reason: null,
  note: null,
  waitsForOther: false,
  isWithShop: false,
}

describe('what a shopper reads of a typed receipt', () => {
  it.each([
    ['while M-Pesa is asked', {}, 'We are checking your payment with M-Pesa. This takes a few seconds.'],
    ['once the shop has to look itself', { isWithShop: true }, /compare it .* ourselves. You need not pay again.$/],
    [
      'while it is checked for another order',
      { state: 'refused', reason: 'claimed', waitsForOther: true },
      'Your code is being checked for another order first. Please contact us if you have paid.',
    ],
    ['once it is proved', { state: 'paid' }, 'Payment received. Receipt SKJ4H7T2QX.'],
    [
      'of the owner who found nothing, with the owner’s words',
      { state: 'refused', reason: 'administrator', note: 'It is of last year.' },
      'The shop did not find this payment. It is of last year.',
    ],
  ] as const)('%s', (_when, change, expected) => {
    expect(claimMessage({ ...claim, ...change })).toMatch(expected)
  })

  it('is no refusal while it waits for the claim of another order', () => {
    expect(shownState({ state: 'refused', waitsForOther: true })).toBe('checking')
    expect(shownState({ state: 'refused', waitsForOther: false })).toBe('refused')
  })

  it('names no amount and no customer, whatever the reason: the code may be a stranger’s', () => {
    for (const reason of claimRefusals) {
      const message = claimMessage({ ...claim, state: 'refused', reason })
      expect(message).toMatch(/\.$/)
      expect(message).not.toMatch(/\d/)
    }
  })
})
