/** Why an e-mail was not accepted, in nodemailer's own words. */
export interface Refusal {
  code: string | undefined
  /** SMTP's three digits. */
  responseCode: number | undefined
  /** What the mail server was asked when it refused, for example `RCPT TO`. */
  command: string | undefined
}

/** A mail server's refusal quotes the address, and the error lists it: this holds codes alone, and may be logged. */
export function mailRefusalOf(error: unknown): Refusal {
  const { code, responseCode, command } = error as Partial<Refusal>
  return { code, responseCode, command }
}

/**
 * The mail server is there and refuses this e-mail, its recipient or its text: the others need not wait. Whose sender is refused
 * has every e-mail refused, and 421 closes the connection.
 */
export function isRefusalOfOne({ code, responseCode, command }: Refusal): boolean {
  const isOfOne = (code === 'EENVELOPE' && command === 'RCPT TO') || code === 'EMESSAGE'
  return isOfOne && responseCode !== undefined && responseCode !== 421
}

/** The problem of an e-mail that waits because no mail server is set. */
export const NO_SMTP = 'no SMTP_URL'
/** The problem of an e-mail that never came to the mail server. The log has the reason. */
export const UNWRITTEN = 'the shop could not write it'
const LONGEST_PROBLEM = 300

/** What a mail server or push service answered, as it may be stored and shown to whoever looks after the shop. */
export const storableProblem = (error: unknown): string => withoutAddresses(String(error)).slice(0, LONGEST_PROBLEM)

/** A text with every e-mail address taken out. */
export const withoutAddresses = (text: string): string => text.replace(/<?[^\s<>]+@[^\s<>]+>?/g, '(address)')
