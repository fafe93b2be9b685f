import type { Socket } from 'node:net'

const WARN_EVERY_MS = 60_000

/** Ends connections one by one, and warns once a minute at most. */
export function endConnections(warn: () => void): (socket: Socket) => void {
  let quietUntil = 0
  return (socket) => {
    socket.destroy()
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + WARN_EVERY_MS
    warn()
  }
}
