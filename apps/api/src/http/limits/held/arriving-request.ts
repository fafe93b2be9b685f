import { IncomingMessage } from 'node:http'
import type { Share } from './shares.ts'

/** What a piece of a body takes in memory beside its bytes, measured: who sends a byte at a time makes 100 KB weigh 60 MB. */
export const BYTES_OF_PIECE = 640

/** A request whose body counts as it arrives, whether anybody reads it or not. */
export class ArrivingRequest extends IncomingMessage {
  #bytes = 0
  #share: Share | undefined
  #isGivenUp = false

  /** Counts what has arrived, and what will, in `share` from now on; in none where it is left out. */
  countIn(share?: Share): void {
    this.#share = share
    if (this.complete) share?.setNeeded(true)
    share?.growTo(this.#bytes)
  }

  /** Drops what has arrived and is not read yet, and what will. */
  giveUp(): void {
    this.#isGivenUp = true
    this.resume()
  }

  override push(piece: Buffer | null): boolean {
    if (piece === null) {
      this.#share?.setNeeded(true)
      return super.push(piece)
    }
    this.#bytes += piece.length + BYTES_OF_PIECE
    this.#share?.growTo(this.#bytes)
    // The rest of a body that is given up is taken off the line, so that its client reads the answer.
    return this.#isGivenUp || super.push(piece)
  }
}
