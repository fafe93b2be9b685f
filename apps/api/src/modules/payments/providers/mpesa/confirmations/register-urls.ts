import type { ConfirmationUrls, Registration } from '../../provider-confirmations.ts'
import { type DarajaHttp, DarajaRefusal, NothingSent } from '../daraja-http.ts'

/** Tells Daraja where to report payments that are made by hand. */
export interface MpesaRegistration {
  /** The shop's own numbers: a till's store number is one, and so is the till. */
  readonly shortcodes: readonly string[]
  register(addresses: ConfirmationUrls): Promise<Registration>
}

/** Registers the addresses of the shop's shortcode (of a till: its store number) over `http`. */
export function darajaRegistration(
  { shortcode, tillNumber }: { shortcode: string; tillNumber: string | undefined },
  http: DarajaHttp,
): MpesaRegistration {
  return {
    shortcodes: tillNumber === undefined ? [shortcode] : [shortcode, tillNumber],
    async register({ confirmationUrl, validationUrl }) {
      try {
        const answer = await http('/mpesa/c2b/v2/registerurl', {
          ShortCode: shortcode,
          // What M-Pesa does while the validation address does not answer: the money counts.
          ResponseType: 'Completed',
          ConfirmationURL: confirmationUrl,
          ValidationURL: validationUrl,
        })
        const isTaken = /^0+$/.test(String(answer.ResponseCode ?? ''))
        const message = String(answer.ResponseDescription ?? '')
        return { state: isTaken ? 'registered' : 'failed', message }
      } catch (error) {
        return refusalOf(error)
      }
    },
  }
}

function refusalOf(thrown: unknown): Registration {
  // A missing product looks like a token that has expired.
  const error = thrown instanceof NothingSent ? thrown.cause : thrown
  if (!(error instanceof DarajaRefusal)) {
    return { state: 'failed', message: 'M-Pesa did not answer. Try again.' }
  }
  const { code, message } = error
  // biome-ignore lint/plugin: Daraja has one code for this and for its own failures
  if (code === '500.003.1001' && /already registered/i.test(message)) {
    return { state: 'already-registered', message }
  }
  if (code === '401.003.01') {
    return { state: 'failed', message: 'The Daraja app has no C2B product. Add it in the Daraja portal.' }
  }
  return { state: 'failed', message: `${code} ${message}` }
}
