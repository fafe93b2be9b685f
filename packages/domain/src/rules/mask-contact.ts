/** A page that is shown to friends names nobody's phone or e-mail in full, and its owner still recognises them. */

/** The first two and the last three digits: `0712 345 678` becomes `07•• ••• 678`. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^(?:00)?254(?=\d{9}$)/, '0')
  if (digits.length < 7) return '•••'
  const shown = digits.split('').map((digit, at) => (at < 2 || at >= digits.length - 3 ? digit : '•'))
  return shown.join('').replace(/^(.{4})(.{3})(.{3})$/, '$1 $2 $3')
}

/** `amina@example.com` becomes `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`
}
