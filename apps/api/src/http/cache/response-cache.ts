import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

const MAX_BYTES = 32 * 1024 * 1024
const FRESH_FOR_MS = 10 * 60_000
const STALE_FOR_MS = 24 * 60 * 60_000
const CATCH_UP_MS = 1_000
/** What the maps, objects and buffers of one entry take beside their contents, measured with 20,000 entries. */
const ENTRY_BYTES = 1_500

export type Encoding = 'br' | 'gzip'

/** A response that everybody shares. Immutable: adding an encoding makes a new one. */
export interface CachedResponse {
  /** Everything but length and encoding: name, value, name, value. */
  readonly headers: readonly string[]
  readonly etag: string
  readonly body: Buffer
  readonly br?: Buffer
  readonly gzip?: Buffer
  /** Whether `br` is as small as it gets. */
  readonly isSmallest?: boolean
}

interface Entry {
  response: CachedResponse
  generation: number
  madeAtMs: number
  uses: number
}

/**
 * Responses that everybody shares, by what they depend on, until the catalogue changes. One per process. A stale response
 * is kept while there is memory for it: it is the last good copy should the database become unreachable. What invalidates
 * it stands in cache-invalidation.ts.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry>
  readonly #now: () => number
  #generation = 0
  #settingsGeneration = 0
  #isListening = false
  #hear: (() => Promise<unknown>) | undefined

  /** Holds at most `maxBytes`, including keys, headers, encodings and overhead. */
  constructor({ maxBytes = MAX_BYTES, now = () => performance.now() }: { maxBytes?: number; now?: () => number } = {}) {
    this.#now = now
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf })
  }

  /** Responses that are held now. */
  get count(): number {
    return this.#entries.size
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#entries.calculatedSize
  }

  /** Counts the changes of the catalogue: a response belongs to the generation in which its rendering began. */
  get generation(): number {
    return this.#generation
  }

  /** Counts the changes of the owner's settings alone, which every response may depend on too. */
  get settingsGeneration(): number {
    return this.#settingsGeneration
  }

  /** After a change of the catalogue or of the `settings` no response is fresh, nor one that is being rendered from older data. */
  invalidate(changed: 'catalogue' | 'settings' = 'catalogue'): void {
    this.#generation++
    if (changed === 'settings') this.#settingsGeneration++
  }

  /** While changes by other processes cannot be received, nothing is fresh. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
    this.invalidate('settings')
  }

  /** `hear` resolves when all has been heard that was committed before it was called. */
  hearWith(hear: () => Promise<unknown>): void {
    this.#hear = hear
  }

  /**
   * Resolves when no response is fresh that is older than what was committed before: after a second at most, and at once where
   * the database cannot be asked.
   */
  async catchUp(): Promise<void> {
    if (this.#isListening) await Promise.race([this.#hear?.(), wait(CATCH_UP_MS, undefined, { ref: false })])
  }

  get isListening(): boolean {
    return this.#isListening
  }

  /** The response as the catalogue is now. */
  fresh(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key)
    if (!entry || !this.#isFresh(entry)) return undefined
    entry.uses++
    return entry.response
  }

  /** How often the response was returned as fresh since it was made. */
  usesOf(key: string): number {
    return this.#entries.peek(key)?.uses ?? 0
  }

  /** The last good copy, up to a day old, and its age in whole seconds. */
  lastGood(key: string): { response: CachedResponse; ageSeconds: number } | undefined {
    const entry = this.#entries.get(key)
    const ageMs = entry ? this.#now() - entry.madeAtMs : 0
    if (!entry || ageMs > STALE_FOR_MS) return undefined
    return { response: entry.response, ageSeconds: Math.floor(ageMs / 1_000) }
  }

  /** Keeps a response unless the catalogue changed since `generation`, when its rendering began. */
  set(key: string, response: CachedResponse, generation: number): void {
    if (!this.#isListening || generation !== this.#generation) return
    this.#entries.set(key, { response, generation, madeAtMs: this.#now(), uses: 0 })
  }

  /** Replaces `previous` by `next`, the same response with another encoding, unless `previous` is gone. */
  replace(key: string, previous: CachedResponse, next: CachedResponse): void {
    const entry = this.#entries.peek(key)
    // The cache measures the size of a new entry object only.
    if (entry?.response === previous) this.#entries.set(key, { ...entry, response: next })
  }

  #isFresh({ generation, madeAtMs }: Entry): boolean {
    return this.#isListening && generation === this.#generation && this.#now() - madeAtMs < FRESH_FOR_MS
  }
}

/** A buffer with memory of its own: a small one of Buffer.from or zlib retains the 8 or 16 KiB that it is a slice of. */
export function exactBuffer(content: string | Uint8Array): Buffer {
  const buffer = Buffer.allocUnsafeSlow(typeof content === 'string' ? Buffer.byteLength(content) : content.length)
  if (typeof content === 'string') buffer.write(content)
  else buffer.set(content)
  return buffer
}

function bytesOf({ response }: Entry, key: string): number {
  const { headers, etag, body, br, gzip } = response
  const characters = [key, etag, ...headers].reduce((sum, text) => sum + text.length, 0)
  const buffers = [body, br, gzip].reduce((sum, buffer) => sum + (buffer?.buffer.byteLength ?? 0), 0)
  return ENTRY_BYTES + 2 * characters + buffers
}
