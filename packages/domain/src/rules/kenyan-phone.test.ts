import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { parseKenyanPhone } from './kenyan-phone.ts'

describe('parseKenyanPhone', () => {
  it.each([
    '0712345678',
    '254712345678',
    '+254 712 345 678',
    '+254-712-345-678',
    '(0712) 345.678',
    ' 0712345678 ',
    '\u202a+254712345678\u202c',
  ])('reads %j as 254712345678', (text) => {
    expect(parseKenyanPhone(text)).toEqual({ ok: true, msisdn: '254712345678' })
  })

  it.each(['', '   ', '\t\n'])('asks for a number when %j was typed', (text) => {
    expect(parseKenyanPhone(text)).toEqual({ ok: false, problem: 'required' })
  })

  it.each([
    'abc',
    '+',
    '0201234567',
    '0812345678',
    '712345678',
    '071234567',
    '07123456789',
    '2540712345678',
    '00254712345678',
    '255712345678',
    '٠٧١٢٣٤٥٦٧٨',
  ])('does not take %j for a Kenyan mobile number', (text) => {
    expect(parseKenyanPhone(text)).toEqual({ ok: false, problem: 'invalid' })
  })

  const allowed = ['70', '71', '72', '74', '75', '76', '77', '78', '79', '10', '11']

  it.each(allowed)('accepts numbers that begin 0%s', (prefix) => {
    expect(parseKenyanPhone(`0${prefix}2345678`.slice(0, 10))).toMatchObject({ ok: true })
  })

  it.each(['73', '12', '13', '14', '15', '16', '17', '18', '19'])('refuses the network of 0%s', (prefix) => {
    expect(parseKenyanPhone(`0${prefix}2345678`.slice(0, 10))).toEqual({ ok: false, problem: 'network' })
  })

  it.prop([fc.constantFrom(...allowed), fc.stringMatching(/^\d{7}$/), fc.constantFrom('0', '254', '+254 ')])(
    'gives M-Pesa the same number however it was written',
    (prefix, rest, start) => {
      expect(parseKenyanPhone(start + prefix + rest)).toEqual({ ok: true, msisdn: `254${prefix}${rest}` })
    },
  )

  it.prop([fc.string({ unit: 'binary' })])('gives M-Pesa nothing but twelve digits', (text) => {
    const phone = parseKenyanPhone(text)
    expect(!phone.ok || /^254[71]\d{8}$/.test(phone.msisdn)).toBe(true)
  })
})
