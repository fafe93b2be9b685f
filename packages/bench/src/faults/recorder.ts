/** What clients saw of the shop: what its database must hold, and what it should not have answered or logged. */
export class Recorder {
  /** Every order that was answered with 2xx, under the key it was sent with. */
  readonly orders: { key: string; orderId: string }[] = []
  /** Orders whose prompt was answered with 2xx: an attempt must be stored. */
  readonly attempts: string[] = []
  /** Orders whose card payment was confirmed with 2xx: they must be paid. */
  readonly confirmed: string[] = []
  /** Responses that no client should get (I12). */
  readonly serverErrors: string[] = []
  /** Phone numbers and e-mail addresses that clients typed, which no log may hold. */
  readonly secrets = new Set<string>()
  /** Log lines that hold personal data or secrets (I11). */
  readonly leaks: string[] = []
  linesRead = 0
  /** How many shops were killed, or lost their database. */
  kills = 0

  /** Records a 5xx, except the two that the shop promises: 503 with `Retry-After`, and 504 for a silent gateway. */
  recordResponse(status: number, what: string, retryAfter: string | null): void {
    // Without its administrator a run proves nothing.
    if (status === 401 && what.startsWith('/api/admin')) this.serverErrors.push(`${status} ${what.slice(0, 200)}`)
    if (status < 500 || (status === 503 && retryAfter !== null)) return
    if (status === 504 && what.includes('timeout waiting for M-Pesa')) return
    this.serverErrors.push(`${status} ${what.slice(0, 200)}`)
  }

  /** Searches one line of the shop's log for personal data and secrets. */
  recordLogLine(line: string): void {
    this.linesRead += 1
    const isLeak = LEAK.test(line) || [...this.secrets].some((secret) => line.includes(secret))
    if (isLeak) this.leaks.push(line.slice(0, 300))
  }
}

// A phone in full, a mail address, gateway keys, a card form's secret, a cookie, a password.
const LEAK =
  /(?<![\w.-])(?:\+?254|0)[17]\d{8}(?![\w-])|[\w.]+@[\w-]+\.[a-z]{2,}|sk_(?:test|live)_|whsec_|_secret_\w|"cookie"|password["']?\s*[:=]|client_secret/i
