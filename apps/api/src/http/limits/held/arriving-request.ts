import { IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Share } from './shares.ts'

/** What a piece of a body takes in memory beside its bytes, measured: who sends a byte at a time makes 100 KB weigh 60 MB. */
export const BYTES_OF_PIECE = 640

const latestAnswers = new WeakMap<Socket, ServerResponse>()
const isAnswering = (socket: Socket) => latestAnswers.get(socket)?.writableFinished === false

const IS_UPGRADE = Symbol('is upgrade')

/** A request whose body counts as it arrives, whether anybody reads it or not. */
export class ArrivingRequest extends IncomingMessage {
  declare [IS_UPGRADE]: boolean
  #bytes = 0
  #share: Share | undefined
  #isGivenUp = false

  /** Counts what has arrived, and what will, in `share`. */
  countIn(share: Share): void {
    this.#share = share
    share.growTo(this.#bytes)
    if (this.complete) share.setNeeded(true)
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
    return !this.#isGivenUp && super.push(piece)
  }

  // Node says here whether the connection changes to another protocol, as soon as the head has arrived and before it makes
  // anything else for the request.
  get upgrade(): boolean {
    return this[IS_UPGRADE]
  }
  set upgrade(isUpgrade: boolean) {
    this[IS_UPGRADE] = isUpgrade || isAnswering(this.socket)
  }
}

/**
 * What makes a server end a connection that asks again before it has taken its answer, together with `rememberAnswers`. No
 * browser and no proxy in use does that, and one read of a socket may hold thousands of such requests. They are passed off as
 * upgrades, for which nobody listens.
 */
export const oneAtATime = {
  IncomingMessage: ArrivingRequest,
  shouldUpgradeCallback: ({ socket }: IncomingMessage) => isAnswering(socket),
}

export function rememberAnswers(server: Server): void {
  server.prependListener('request', ({ socket }, response) => latestAnswers.set(socket, response))
}
