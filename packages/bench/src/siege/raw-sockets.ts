import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answers, count } from './answers.ts'

interface SlowClient {
  /** Sent at once. */
  begin: string
  /** Sent one after the other, a second apart, for as long as the shop listens. */
  drip: string
}

/** Opens `clients` connections that send slowly, for so many seconds. Counts how the shop answered or ended them. */
export async function sendSlowly(
  origin: string,
  { clients, seconds, client }: { clients: number; seconds: number; client: SlowClient },
): Promise<Answers> {
  const answers: Answers = {}
  const sockets = Array.from({ length: clients }, () => openSocket(origin, (status) => count(answers, status)))
  for (const socket of sockets) socket.write(client.begin)
  for (let second = 0; second < seconds; second++) {
    await sleep(1_000)
    for (const socket of sockets) if (socket.writable) socket.write(client.drip)
  }
  count(answers, 'none', sockets.filter((socket) => !socket.destroyed && socket.bytesRead === 0).length)
  for (const socket of sockets) socket.destroy()
  return answers
}

/** Opens `clients` connections every second, each of which sends `text` at once. Counts how the shop answered each first. */
export async function sendAtOnce(
  origin: string,
  { clients, seconds, text }: { clients: number; seconds: number; text: string },
): Promise<Answers> {
  const answers: Answers = {}
  for (let second = 0; second < seconds; second++) {
    const sockets = Array.from({ length: clients }, () => openSocket(origin, (status) => count(answers, status)))
    for (const socket of sockets) socket.write(text)
    await sleep(1_000)
    count(answers, 'none', sockets.filter((socket) => socket.bytesRead === 0).length)
    for (const socket of sockets) socket.destroy()
  }
  return answers
}

function openSocket(origin: string, onAnswer: (status: number) => void): Socket {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined) // the shop may refuse or reset it: it stays without an answer
  socket.once('data', (data) => {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1]
    if (status) onAnswer(Number(status))
  })
  return socket
}
