import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixture } from '../../faults/fixture.ts'
import { type Answers, count } from '../answers.ts'
import { ask, secondsText } from '../ask.ts'
import type { Attack, Thrown } from '../attack.ts'

const ASK_EVERY_MS = 100
const STALE_AT_MOST_MS = 30_000
const endListeners = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marashi-cache'`

/** Ends the connection that hears of changes; then a product changes. */
export const cutListener: Attack = ({ fixture }) =>
  changeProductAfter(fixture, 'is cut', async () => {
    await fixture.query(endListeners)
  })

/** Stops the server's end of that connection without a word, as a network that drops packets would; then a product changes. */
export const silenceListener: Attack = async ({ fixture }) => {
  const stopped = await listenerPids(fixture)
  try {
    return await changeProductAfter(fixture, 'is silent', async () => {
      for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    })
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
  }
}

async function listenerPids({ query }: Fixture): Promise<number[]> {
  const rows = await query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'marashi-cache'`)
  return rows.map(({ pid }) => pid)
}

async function changeProductAfter(fixture: Fixture, how: string, breakIt: () => Promise<void>): Promise<Thrown> {
  const { id } = fixture.products[0] ?? { id: '' }
  const address = `${fixture.origin}/api/products/${id}`
  await ask(address)
  await breakIt()
  const mark = `Changed at ${Date.now()}.`
  await fixture.query('update products set description = $2 where id = $1', [id, mark])
  const changedAtMs = performance.now()
  const answers: Answers = {}
  let staleMs: number | undefined
  while (staleMs === undefined && performance.now() < changedAtMs + STALE_AT_MOST_MS) {
    const { status, body } = await ask(address)
    count(answers, status)
    if (body.includes(mark)) staleMs = performance.now() - changedAtMs
    else await sleep(ASK_EVERY_MS)
  }
  return {
    what: `the connection that hears changes ${how}`,
    answers,
    note: staleMs === undefined ? 'the old text stayed' : `the old text was shown for ${secondsText(staleMs)}`,
    wrong: staleMs === undefined ? ['a change was not shown'] : [],
  }
}
