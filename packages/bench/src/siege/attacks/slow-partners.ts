import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'

const GATEWAY_DELAY_MS = 8_000
const MAIL_DELAY_MS = 2_000

/** Safaricom answers, but late. */
export const slowGateway: Attack = async ({ fixture }, seconds) => {
  const { control } = fixture.simulator
  const before = control.prompts().length
  control.direct('daraja.push', { usually: [{ weight: 1, do: { kind: 'delay', ms: GATEWAY_DELAY_MS } }] })
  await sleep(seconds * 1_000)
  control.direct('daraja.push', { usually: [] })
  return {
    what: `M-Pesa answers after ${GATEWAY_DELAY_MS / 1_000} s; prompts sent`,
    answers: { 200: control.prompts().length - before },
  }
}

/** The mail server takes its time for every answer. */
export const slowMail: Attack = async ({ fixture: { mail } }, seconds) => {
  const before = mail.messageIds.length
  mail.slowDown(MAIL_DELAY_MS)
  await sleep(seconds * 1_000)
  mail.slowDown(0)
  return {
    what: `each answer of the mail server takes ${MAIL_DELAY_MS / 1_000} s; e-mails sent`,
    answers: { 250: mail.messageIds.length - before },
  }
}
