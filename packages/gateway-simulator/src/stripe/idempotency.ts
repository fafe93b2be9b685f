import type { FastifyRequest } from 'fastify'
import type { Answer } from '../core/answer.ts'
import type { Clock } from '../core/clock.ts'
import type { Journal } from '../core/journal.ts'
import { invalid, stripeError } from './stripe-error.ts'

const KEY_LENGTH = 255
const KEPT_MS = 24 * 3_600_000

interface Kept {
  key: string
  /** Path and parameters of the first request. */
  question: string
  answer: Answer
  atMs: number
}

/** Stripe's promise for repeated requests: one key, one answer, server errors included; docs/gateways/stripe.md#idempotency. */
export class Idempotency {
  readonly #clock: Clock
  readonly #journal: Journal
  readonly #kept = new Map<string, Kept>()
  readonly #inProgress = new Set<string>()

  constructor(clock: Clock, journal: Journal) {
    this.#clock = clock
    this.#journal = journal
    for (const { kind, record } of journal.earlier) {
      if (kind === 'idempotency') this.#kept.set((record as Kept).key, record as Kept)
      if (kind === 'reset') this.#kept.clear()
    }
  }

  /** Answers a repeated request from memory, any other by `answer`. */
  async around(request: FastifyRequest, answer: () => Promise<Answer>): Promise<Answer> {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || typeof key !== 'string') return answer()
    if (key.length > KEY_LENGTH) return invalid(`Idempotency keys have at most ${KEY_LENGTH} characters.`).answer
    const question = `${request.url} ${JSON.stringify(request.body)}`
    const kept = this.#find(key)
    if (kept) return kept.question === question ? replayed(kept.answer) : otherQuestion(key)
    if (this.#inProgress.has(key)) return inUse()
    this.#inProgress.add(key)
    try {
      const first = await answer()
      if (isFinal(first)) this.#keep({ key, question, answer: first, atMs: this.#clock.now().getTime() })
      return first
    } finally {
      this.#inProgress.delete(key)
    }
  }

  reset(): void {
    this.#kept.clear()
  }

  #find(key: string): Kept | undefined {
    const kept = this.#kept.get(key)
    return kept && this.#clock.now().getTime() - kept.atMs < KEPT_MS ? kept : undefined
  }

  #keep(kept: Kept): void {
    this.#journal.write({ kind: 'idempotency', record: kept })
    this.#kept.set(kept.key, kept)
  }
}

/** Only what was carried out is kept: refused parameters and too many requests may be sent again, corrected. */
function isFinal({ status }: Answer): boolean {
  return status < 400 || status === 402 || status >= 500
}

function replayed(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } }
}

function otherQuestion(key: string): Answer {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return stripeError(400, { type: 'idempotency_error', message })
}

function inUse(): Answer {
  const message = 'There is currently another in-progress request using this Idempotency Key.'
  return stripeError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message })
}
