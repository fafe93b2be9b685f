import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { readEnvironment } from '../../../env.ts'
import { unchangedSettings } from '../../../testing/unchanged-settings.ts'
import { smtpFrom } from './smtp.ts'

const email = { messageId: '<1@shop.test>', to: 'amina@example.com', subject: 'Receipt', text: 'Thank you.' }

/** A mail server that answers each line with the next of `answers`, and then says nothing more. */
async function startMailServer(answers: readonly string[]) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const left = [...answers]
    const answer = () => left.length > 0 && socket.write(`${left.shift()}\r\n`)
    answer()
    socket.on('data', answer).on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = smtpFrom(
    { env: readEnvironment({ SMTP_URL: `smtp://127.0.0.1:${port}` }), settings: unchangedSettings },
    100,
  )
  return {
    send: async () => send?.(email),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

it.each([
  ['does not greet', []],
  ['falls silent after the greeting', ['220 mail.test']],
  ['falls silent before it has taken the message', ['220 mail.test', '250 mail.test', '250 ok', '250 ok', '354 go on']],
])('gives up a mail server that %s', async (_, answers) => {
  await using server = await startMailServer(answers)
  await expect(server.send()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})
