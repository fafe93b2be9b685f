import { type IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ArrivingRequest } from './arriving-request.ts'

const latestAnswers = new WeakMap<Socket, ServerResponse>()
const isAnswering = (socket: Socket) => latestAnswers.get(socket)?.writableFinished === false

const IS_UPGRADE = Symbol('is upgrade')

class SerialRequest extends ArrivingRequest {
  declare [IS_UPGRADE]: boolean

  // Node says here whether the connection changes to another protocol, as soon as the head has arrived and before it makes
  // anything else for the request.
  get upgrade(): boolean {
    return this[IS_UPGRADE]
  }
  set upgrade(isUpgrade: boolean) {
    this[IS_UPGRADE] = isUpgrade || isAnswering(this.socket)
  }
}

class SerialResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  // Node gives options as well, which its types do not know.
  constructor(...parameters: [Request]) {
    super(...parameters)
    const [{ socket }] = parameters
    latestAnswers.set(socket, this)
    // Else the request, with its body as it was parsed, stays for as long as its connection waits for another one.
    this.once('close', () => {
      if (latestAnswers.get(socket) === this) latestAnswers.delete(socket)
    })
  }
}

/**
 * With these options, and `endCutRequests`, a server ends a connection that asks again before it has taken its answer. No
 * browser and no proxy in use does that, and one read of a socket may hold thousands of such requests. They are passed off as
 * upgrades, for which nobody listens.
 */
export const oneAtATime = {
  IncomingMessage: SerialRequest,
  ServerResponse: SerialResponse,
  shouldUpgradeCallback: ({ socket }) => isAnswering(socket),
} satisfies ServerOptions

/** Node does not tell the request that is being answered when a connection ends as an upgrade. */
export function endCutRequests(server: Server): void {
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => latestAnswers.get(socket)?.req.destroy())
  })
}
