import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Environment } from '../../../env.ts'
import { siteOf } from '../network-of.ts'
import { announcedBytes } from './bodies.ts'
import { endConnections } from './end-connections.ts'
import { makeShares, type Share } from './shares.ts'

// Each holds up to 23 KB while the head of its request is not complete, measured.
const MOST = 4_000
const MOST_OF_NETWORK = 2_000

/**
 * Bounds the connections of `server`, see docs/operations.md#limits. Beyond that the one ends that has waited for its next
 * request, or for the rest of it, for longest: whoever asks and waits for an answer is not noticed.
 */
export function boundConnections(
  server: Server,
  { env, log }: { env: Pick<Environment, 'TRUST_PROXY'>; log: FastifyBaseLogger },
): void {
  // All of a proxy's connections come from one address, and it sends whole heads.
  const mostOfNetwork = env.TRUST_PROXY ? MOST : MOST_OF_NETWORK
  const shares = makeShares({ most: MOST, mostOfNetwork, endsNeeded: true })
  const shareOf = new WeakMap<Socket, Share>()
  const endOne = endConnections(() =>
    log.warn({ connections: shares.held }, 'connections were ended because there are too many'),
  )

  server.on('connection', (socket: Socket) => {
    const share = shares.take(siteOf(socket.remoteAddress ?? ''), 1, () => endOne(socket))
    shareOf.set(socket, share)
    socket.once('close', share.end)
  })
  server.prependListener('request', (request, response) => {
    const share = shareOf.get(request.socket)
    if (announcedBytes(request) === 0) share?.setNeeded(true)
    // What was left of a body after its answer is no longer needed.
    else request.once('end', () => response.closed || share?.setNeeded(true))
    response.once('close', () => share?.setNeeded(false))
  })
}
