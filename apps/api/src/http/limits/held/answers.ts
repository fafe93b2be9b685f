import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { siteOf } from '../network-of.ts'
import { endConnections } from './end-connections.ts'
import { makeShares } from './shares.ts'

const MOST_BYTES = 96_000_000
const MOST_BYTES_OF_NETWORK = 48_000_000
/** A file has as much again read in advance as its connection holds. */
const TIMES_HELD = 2
const LOOK_EVERY_MS = 100

/**
 * Bounds what the process holds of answers that their clients have not taken, see docs/operations.md#limits: of too much the
 * largest answer of the network with the most is broken off.
 */
export function boundAnswers(app: FastifyInstance, { isBehindProxy }: { isBehindProxy: boolean }): void {
  const siteOfOpen = new Map<Socket, string>()
  const breakOff = endConnections(() =>
    app.log.warn('answers were broken off because their clients take too little of them'),
  )

  app.server.on('connection', (socket: Socket) => {
    siteOfOpen.set(socket, siteOf(socket.remoteAddress ?? ''))
    socket.once('close', () => siteOfOpen.delete(socket))
  })
  // A proxy's connection is that of whoever asks through it now.
  if (isBehindProxy) {
    app.addHook('onRequest', (request, _reply, done) => {
      if (siteOfOpen.has(request.socket)) siteOfOpen.set(request.socket, siteOf(request.ip))
      done()
    })
  }

  const looking = setInterval(() => {
    const answers = makeShares({ most: MOST_BYTES, mostOfNetwork: MOST_BYTES_OF_NETWORK })
    for (const [socket, site] of siteOfOpen) {
      const bytes = socket.writableLength * TIMES_HELD
      if (bytes > 0) answers.take(site, bytes, () => breakOff(socket))
    }
  }, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}
