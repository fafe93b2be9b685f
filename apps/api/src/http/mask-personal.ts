import { withoutPageSecrets } from '@marashi/domain/rules/order-page-address'

/** Where a word begins, also behind a character that an address writes as %2B, or as %252B where it is written so twice. */
const begin = '(?:(?<![0-9A-Za-z])|(?<=%(?:25)*[0-9A-Fa-f]{2}))'
const gap = String.raw`(?:[ +\u00a0-]|%(?:25)*(?:20|2B|C2%(?:25)*A0))?`

/** A Kenyan phone as people and M-Pesa write it, also in an address. */
const phones = new RegExp(String.raw`${begin}(?:\+?254|0)${gap}([17]\d{2})${gap}(\d{3})${gap}(\d{3})(?!\d)`, 'gi')
/** A SHA-256, as the database keeps tokens. */
const hashes = /(?<![0-9A-Za-z])[0-9a-f]{64}(?![0-9A-Za-z])/g
/** An M-Pesa receipt: ten capital letters and digits, of both kinds. */
const receipts = new RegExp(String.raw`${begin}(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{10}(?![0-9A-Za-z])`, 'g')

/**
 * A line of the log without whole phones, token hashes, receipts and addresses of order pages, whoever wrote it: a gateway's message and an error of a
 * library may hold them too. The last digits stay, so that the owner recognises which one is meant.
 */
export const maskPersonal = (line: string): string =>
  withoutPageSecrets(line)
    .replace(phones, (_phone, _first, _second, last) => `…${last}`)
    .replace(hashes, '…')
    .replace(receipts, (receipt) => `…${receipt.slice(-3)}`)
