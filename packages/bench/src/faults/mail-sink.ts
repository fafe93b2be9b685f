import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail server that takes every e-mail and keeps its Message-ID, once for each time that it was handed over. */
export interface MailSink {
  url: string
  /** The Message-IDs of the e-mails that left the shop, as often as they did. */
  messageIds: readonly string[]
  /** Lets it think about every answer for so long from now on. */
  slowDown(delayMs: number): void
  stop(): Promise<void>
}

export async function startMailSink(): Promise<MailSink> {
  const messageIds: string[] = []
  let delayMs = 0
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    const write = (text: string) => socket.writable && socket.write(`${text}\r\n`)
    const answer = (text: string) => (delayMs === 0 ? write(text) : setTimeout(write, delayMs, text))
    serve(socket, { answer, take: (messageId) => messageIds.push(messageId) })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail sink has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    messageIds,
    slowDown: (ms) => {
      delayMs = ms
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

/** As much of SMTP as a client without TLS and password needs. An e-mail counts once its last line was acknowledged. */
function serve(
  socket: Socket,
  { answer, take }: { answer: (text: string) => void; take: (messageId: string) => void },
): void {
  let messageId: string | undefined
  let isData = false
  answer('220 sink')
  const lines = createInterface({ input: socket })
  // The shop at the other end may be killed at any time; readline passes the socket's error on.
  for (const end of [socket, lines]) end.on('error', () => undefined)
  lines.on('line', (line) => {
    if (isData) {
      messageId ??= /^message-id:\s*(\S+)/i.exec(line)?.[1]
      if (line !== '.') return
      take(messageId ?? 'no id')
      isData = false
      messageId = undefined
      answer('250 taken')
    } else if (/^data/i.test(line)) {
      isData = true
      answer('354 go on')
    } else if (/^quit/i.test(line)) {
      answer('221 bye')
      socket.end()
    } else answer('250 ok')
  })
}
