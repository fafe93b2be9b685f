import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixture } from '../../faults/fixture.ts'
import type { Attack } from '../attack.ts'
import { flood } from '../flood.ts'
import { strangerAddress } from '../networks.ts'

const GUESSES = 10_000
const NETWORKS = 2_000
/** Each check of a password costs the shop a tenth of a second of a core. */
const SECONDS_AT_MOST = 180
const MAX_CHECKS = 5
const OWNER_EVERY_MS = 1_000
const OWNER_MAX_MS = 3_000

/**
 * A botnet guesses passwords, while the owner logs in from her own browser, and from one that was never used before: nobody
 * can tell the latter from a network that guesses for the first time, so the shop may ask it to try again in a moment.
 */
export const guessPasswords: Attack = async ({ fixture }) => {
  const known = await logIn(fixture, {})
  const [own, strange]: [Login[], Login[]] = [[], []]
  const over = new AbortController()
  const owner = (async () => {
    for (let nth = 0; !over.signal.aborted; nth++) {
      if (nth % 2) own.push(await logIn(fixture, { cookie: known.cookie }))
      else strange.push(await logIn(fixture, {}))
      await sleep(OWNER_EVERY_MS)
    }
  })()
  const { answers, mostServed } = await flood({
    origin: fixture.origin,
    kind: 'passwords',
    productIds: [],
    networks: NETWORKS,
    requests: GUESSES,
    seconds: SECONDS_AT_MOST,
  })
  over.abort()
  await owner
  const slowestMs = Math.max(...own.map(({ tookMs }) => tookMs))
  const unasked = strange.filter(({ status }) => status !== 200 && status !== 503 && status !== 429)
  const isIn = ({ status }: Login) => status === 200
  return {
    what: `passwords from ${NETWORKS.toLocaleString('en')} networks`,
    answers,
    note: `at most ${mostServed} checked a network; the owner was let in ${own.filter(isIn).length} of ${own.length} times, in ${Math.round(slowestMs)} ms at most; from a new browser ${strange.filter(isIn).length} of ${strange.length} times at once`,
    wrong: [
      ...(mostServed > MAX_CHECKS ? [`${mostServed} passwords of one network were checked`] : []),
      ...(slowestMs > OWNER_MAX_MS ? [`the owner waited ${Math.round(slowestMs)} ms to log in`] : []),
      ...[...own.filter((attempt) => !isIn(attempt)), ...unasked].map(
        ({ status }) => `the owner’s right password was answered ${status}`,
      ),
    ],
  }
}

interface Login {
  /** `none` where the connection broke. */
  status: number | 'none'
  tookMs: number
  cookie: string
}

async function logIn({ origin, settings }: Fixture, { cookie }: { cookie?: string }): Promise<Login> {
  const startedAtMs = performance.now()
  const response = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': strangerAddress(),
      ...(cookie && { cookie }),
    },
    body: JSON.stringify({ password: settings.ADMIN_PASSWORD }),
  }).catch(() => undefined)
  const tookMs = performance.now() - startedAtMs
  if (!response) return { status: 'none', tookMs, cookie: '' }
  await response.arrayBuffer()
  const cookies = response.headers.getSetCookie().map((each) => each.split(';', 1)[0])
  return { status: response.status, tookMs, cookie: cookies.join('; ') }
}
