/** What the outside saw of the shop: the promises that its books must keep, and the words it should not have said. */
export class Recorder {
  /** Every order that was answered with 2xx, under the key it was sent with. */
  readonly orders: { key: string; orderId: string }[] = []
  /** Orders whose prompt was answered with 2xx: an attempt must be stored. */
  readonly attempts: string[] = []
  /** Orders whose card payment was confirmed with 2xx: they must be paid. */
  readonly confirmed: string[] = []
  /** Answers that no shopper should get (I12). */
  readonly faults: string[] = []
  /** Phones and addresses that shoppers typed, which no log may hold. */
  readonly secrets = new Set<string>()
  /** Log lines that gave something away (I11). */
  readonly leaks: string[] = []
  linesRead = 0

  /** Notes a 5xx, except the two that are promised: busy with a time to come back, and a gateway that does not answer. */
  hear(status: number, what: string, retryAfter: string | null): void {
    if (status < 500 || (status === 503 && retryAfter !== null)) return
    if (status === 504 && what.includes('timeout waiting for M-Pesa')) return
    this.faults.push(`${status} ${what.slice(0, 200)}`)
  }

  /** Looks through one line of the shop's log. */
  read(line: string): void {
    this.linesRead += 1
    const isLeak = GIVEN_AWAY.test(line) || [...this.secrets].some((secret) => line.includes(secret))
    if (isLeak) this.leaks.push(line.slice(0, 300))
  }
}

// A phone in full, a mail address, gateway keys, a card form's secret, a cookie, a password.
const GIVEN_AWAY =
  /(?<![\w.-])(?:\+?254|0)[17]\d{8}(?![\w-])|[\w.]+@[\w-]+\.[a-z]{2,}|sk_(?:test|live)_|whsec_|_secret_\w|"cookie"|password["']?\s*[:=]|client_secret/i
