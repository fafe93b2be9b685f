import { LRUCache } from 'lru-cache'
import type { ResponseCache } from '../../../http/cache/response-cache.ts'

const MAX_BYTES = 1024 * 1024
/** What the maps take for one entry beside its text, measured with 5,000 entries. */
const ENTRY_BYTES = 150

/** Searches that found nothing, until the catalogue changes: whatever page or order is asked for next, it is empty. */
export class MissedSearches {
  readonly #cache: Pick<ResponseCache, 'generation' | 'isListening'>
  readonly #generations: LRUCache<string, number>

  /** Holds at most `maxBytes`, including overhead. `cache` knows whether changes of the catalogue are heard. */
  constructor(cache: Pick<ResponseCache, 'generation' | 'isListening'>, maxBytes = MAX_BYTES) {
    this.#cache = cache
    this.#generations = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (_, asked) => ENTRY_BYTES + 2 * asked.length,
    })
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#generations.calculatedSize
  }

  has(asked: string): boolean {
    return this.#cache.isListening && this.#generations.get(asked) === this.#cache.generation
  }

  /** Remembers that `asked` found nothing, unless the catalogue has changed since `generation`, when the search began. */
  add(asked: string, generation: number): void {
    if (this.#cache.isListening && generation === this.#cache.generation) this.#generations.set(asked, generation)
  }
}
