import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { readEnvironment } from '../../env.ts'
import { unchangedSettings } from '../../testing/unchanged-settings.ts'
import { isRefusalOfOne, mailRefusalOf } from './refusal.ts'
import { patient, smtpFrom } from './smtp.ts'

const impatient = { greetingMs: 100, handOverMs: 200, answerMs: 300 }
const email = { messageId: '<1@shop.test>', to: 'amina@example.com', subject: 'Receipt', text: 'Thank you.' }

/** A mail server that answers each command with the next of `answers`, the message after `deliversMs`, and then says nothing more. */
async function startMailServer(answers: readonly string[], { deliversMs = 0, timeouts = impatient } = {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const left = [...answers]
    const answer = () => left.length > 0 && socket.write(`${left.shift()}\r\n`)
    answer()
    socket
      .on('data', (text) => {
        // A message ends with a line of one dot.
        if (left.length > 1 || deliversMs === 0) answer()
        else if (text.toString().endsWith('\r\n.\r\n')) setTimeout(answer, deliversMs)
      })
      .on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = smtpFrom(
    { env: readEnvironment({ SMTP_URL: `smtp://127.0.0.1:${port}` }), settings: unchangedSettings },
    timeouts,
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

const greeted = ['220 mail.test', '250 mail.test']
it.each([
  ['its sender', false, [...greeted, '550 5.7.1 not yours']],
  ['its recipient', true, [...greeted, '250 ok', '550 5.1.1 unknown']],
  ['its recipient for now', true, [...greeted, '250 ok', '452 4.2.2 full']],
  ['a text at all', false, [...greeted, '250 ok', '250 ok', '554 5.7.1 over quota']],
  ['its text', true, [...greeted, '250 ok', '250 ok', '354 go on', '554 5.7.1 spam']],
  ['everything for now', false, [...greeted, '250 ok', '421 4.7.0 later']],
])('tells where the mail server refuses %s whether that is of one e-mail: %s', async (_, isOfOne, answers) => {
  const deliversMs = answers.includes('354 go on') ? 1 : 0
  await using server = await startMailServer(answers, { deliversMs, timeouts: patient })
  const error = await server.send().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(isRefusalOfOne(mailRefusalOf(error))).toBe(isOfOne)
})

it('leaves a mail server that has the message the time to deliver it, in place of coming again with it', async () => {
  expect(patient.answerMs).toBeGreaterThanOrEqual(10 * 60_000)
  expect(patient.handOverMs).toBeLessThan(patient.answerMs)
  const answers = ['220 mail.test', '250 mail.test', '250 ok', '250 ok', '354 go on', '250 taken']
  // Handed over in time, the message is waited for longer than that.
  const timeouts = { ...patient, handOverMs: 2_000 }
  await using server = await startMailServer(answers, { deliversMs: 2_500, timeouts })
  await server.send()
})
