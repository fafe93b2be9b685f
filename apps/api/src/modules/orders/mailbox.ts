/**
 * Where an e-mail address leads, as the text of an SQL expression of `address`, a column: no mailbox tells capitals apart, nor what
 * follows a +, and Gmail's (https://support.google.com/mail/answer/7436150) no dots either. The index of the orders of a mailbox is of these words.
 */
export function mailboxOf(address: string): string {
  const named = `regexp_replace(lower(${address}), '[+][^@]*', '')`
  const atGmail = `regexp_replace(${named}, '@googlemail[.]com$', '@gmail.com')`
  return `regexp_replace(${atGmail}, '[.](?=[^@]*@gmail[.]com$)', '', 'g')`
}
