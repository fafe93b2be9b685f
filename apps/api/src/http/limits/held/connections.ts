import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Environment } from '../../../env.ts'
import { siteOf } from '../network-of.ts'
import { announcedBytes } from './bodies.ts'
import { makeShares, type Share } from './shares.ts'

// Each holds up to 23 KB while the head of its request is not complete, measured.
const MOST = 4_000
const MOST_OF_NETWORK = 2_000
// Of answers that their clients have not taken.
const MOST_BYTES = 96_000_000
const MOST_BYTES_OF_NETWORK = 48_000_000
/** A file has as much again read in advance as its connection holds. */
const TIMES_HELD = 2
const LOOK_EVERY_MS = 100
const WARN_EVERY_MS = 60_000

/**
 * Bounds the connections of `server` and what they hold of answers, see docs/operations.md#limits. Of too many connections
 * the one ends that has waited for its next request, or for the rest of it, for longest: whoever asks and waits for an answer
 * is not noticed. Of answers that nobody takes the largest one ends.
 */
export function boundConnections(
  server: Server,
  { env, log }: { env: Pick<Environment, 'TRUST_PROXY'>; log: FastifyBaseLogger },
): void {
  // All of a proxy's connections come from one address, and it sends whole heads.
  const ofNetwork = (most: number, all: number) => (env.TRUST_PROXY ? all : most)
  const shares = makeShares({ most: MOST, mostOfNetwork: ofNetwork(MOST_OF_NETWORK, MOST), endsNeeded: true })
  const shareOf = new WeakMap<Socket, Share>()
  const siteOfOpen = new Map<Socket, string>()
  let quietUntil = 0

  function end(socket: Socket): void {
    socket.destroy()
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + WARN_EVERY_MS
    log.warn({ connections: siteOfOpen.size }, 'connections were ended because there are too many')
  }

  server.on('connection', (socket: Socket) => {
    const site = siteOf(socket.remoteAddress ?? '')
    siteOfOpen.set(socket, site)
    const share = shares.take(site, 1, () => end(socket))
    shareOf.set(socket, share)
    socket.once('close', () => {
      share.end()
      siteOfOpen.delete(socket)
    })
  })
  server.prependListener('request', (request, response) => {
    const share = shareOf.get(request.socket)
    if (announcedBytes(request) === 0) share?.setNeeded(true)
    // What was left of a body after its answer is no longer needed.
    else request.once('end', () => response.closed || share?.setNeeded(true))
    response.once('close', () => share?.setNeeded(false))
  })

  const looking = setInterval(() => {
    const answers = makeShares({ most: MOST_BYTES, mostOfNetwork: ofNetwork(MOST_BYTES_OF_NETWORK, MOST_BYTES) })
    for (const [socket, site] of siteOfOpen) {
      const bytes = socket.writableLength * TIMES_HELD
      if (bytes > 0) answers.take(site, bytes, () => end(socket))
    }
  }, LOOK_EVERY_MS).unref()
  server.once('close', () => clearInterval(looking))
}
