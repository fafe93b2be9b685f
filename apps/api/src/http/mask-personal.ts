import { withoutPageSecrets } from '@marashi/domain/rules/order-page-address'

/** A Kenyan phone as people and M-Pesa write it, also in an address, where a + is written as %2B and a space as %20 or +. */
const phones =
  /(?:(?<![\dA-Za-z])|(?<=%[\dA-Fa-f]{2}))(?:\+?254|0)(?:[ +-]|%20)?([17]\d{2})(?:[ +-]|%20)?(\d{3})(?:[ +-]|%20)?(\d{3})(?!\d)/g
/** A SHA-256, as the database keeps tokens. */
const hashes = /(?<![0-9A-Za-z])[0-9a-f]{64}(?![0-9A-Za-z])/g
/** An M-Pesa receipt: ten capital letters and digits, of both kinds. */
const receipts = /(?<![0-9A-Za-z])(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{10}(?![0-9A-Za-z])/g

/**
 * A line of the log without whole phones, token hashes, receipts and addresses of order pages, whoever wrote it: a gateway's message and an error of a
 * library may hold them too. The last digits stay, so that the owner recognises which one is meant.
 */
export const maskPersonal = (line: string): string =>
  withoutPageSecrets(line)
    .replace(phones, (_phone, _first, _second, last) => `…${last}`)
    .replace(hashes, '…')
    .replace(receipts, (receipt) => `…${receipt.slice(-3)}`)
