import { type Answers, count } from '../answers.ts'
import type { Attack } from '../attack.ts'
import { networkAddress } from '../networks.ts'
import { sendAtOnce, sendSlowly } from '../raw-sockets.ts'

const SOCKETS = 500
const SLOW_BODIES = 100
const HUGE_BYTES = 200_000
const CRUMBS = 20_000
const PIPELINED = 2_000

/** Connections that never finish the head of their request. */
export const holdSockets: Attack = async ({ fixture }, seconds) => ({
  what: `${SOCKETS} sockets that send a letter a second`,
  answers: await sendSlowly(fixture.origin, {
    clients: SOCKETS,
    seconds,
    client: { begin: 'GET /shop HTTP/1.1\r\nHost: shop\r\nX-Slow: ', drip: 'x' },
  }),
})

/** Orders whose body comes a letter a second. */
export const dripBodies: Attack = async ({ fixture }, seconds) => ({
  what: `${SLOW_BODIES} bodies that come a letter a second`,
  answers: await sendSlowly(fixture.origin, {
    clients: SLOW_BODIES,
    seconds,
    client: {
      begin:
        'POST /api/orders HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"order":"',
      drip: 'x',
    },
  }),
})

/** Bodies that are larger than any request of the shop. */
export const sendHugeBodies: Attack = async ({ fixture: { origin } }, seconds) => {
  const answers: Answers = {}
  const body = JSON.stringify({ order: 'x'.repeat(HUGE_BYTES) })
  const endsAtMs = performance.now() + seconds * 1_000
  for (let nth = 0; performance.now() < endsAtMs; nth++) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': networkAddress(nth) }
    const response = await fetch(`${origin}/api/orders`, { method: 'POST', headers, body }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    count(answers, response?.status ?? 'none')
  }
  const taken = answers[200] ?? answers[201]
  return {
    what: `bodies of ${HUGE_BYTES / 1_000} KB`,
    answers,
    wrong: taken ? [`${taken} bodies of ${HUGE_BYTES} bytes were taken`] : [],
  }
}

/** Orders whose body comes a letter at a time, but as fast as the line takes it: each letter weighs far more than a byte. */
export const sendCrumbs: Attack = async ({ fixture }, seconds) => ({
  what: `bodies in ${CRUMBS.toLocaleString('en')} pieces`,
  answers: await sendAtOnce(fixture.origin, {
    clients: 20,
    seconds,
    text: `POST /api/orders HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(CRUMBS)}`,
  }),
})

/** Connections that ask again and again without waiting for an answer. */
export const pipeline: Attack = async ({ fixture }, seconds) => ({
  what: `connections with ${PIPELINED.toLocaleString('en')} requests at once`,
  answers: await sendAtOnce(fixture.origin, {
    clients: 40,
    seconds,
    text: 'GET /nothing-here HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(PIPELINED),
  }),
})
