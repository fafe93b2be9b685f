import { setTimeout as sleep } from 'node:timers/promises'
import { type Answers, count } from '../answers.ts'
import { ask, secondsText } from '../ask.ts'
import type { Attack } from '../attack.ts'

const ASK_EVERY_MS = 100
const BACK_WITHIN_MS = 30_000
/** The longest that PostgreSQL can be told to wait. */
const WRITE_MS = 100

/** Kills PostgreSQL's first process as a crash would: the shop must start it again, and its pages stay there meanwhile. */
export const killDatabase: Attack = async ({ fixture, shop }, seconds) => {
  const [server] = await fixture.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  if (!server) throw new Error('The database does not name its process')
  await ask(`${fixture.origin}/shop`)
  const killedAtMs = performance.now()
  const sinceMs = () => performance.now() - killedAtMs
  // An e-mail that was just sent cannot be noted then, as if the shop had been killed.
  fixture.recorder.kills += 1
  process.kill(server.pid, 'SIGKILL')
  const answers: Answers = {}
  let awayUntilMs = 0
  let backAfterMs: number | undefined
  while (sinceMs() < seconds * 1_000 || (backAfterMs === undefined && sinceMs() < BACK_WITHIN_MS)) {
    const [page, readiness] = await Promise.all([ask(`${fixture.origin}/shop`), ask(`${fixture.origin}/readyz`)])
    count(answers, page.status)
    if (readiness.status !== 200) awayUntilMs = sinceMs()
    else if (awayUntilMs > 0) backAfterMs ??= sinceMs()
    await sleep(ASK_EVERY_MS)
  }
  return {
    what: 'PostgreSQL killed; answers of a list',
    answers,
    note: backAfterMs === undefined ? 'not ready again' : `ready again after ${secondsText(backAfterMs)}`,
    wrong: [
      ...(shop.isAlive() ? [] : ['the shop ended with its database']),
      ...(backAfterMs === undefined ? ['the database did not come back'] : []),
      ...(answers[500] ? [`${answers[500]} pages were answered 500`] : []),
    ],
  }
}

/** PostgreSQL waits before it writes each group of commits to its disk, as if the disk were that slow. */
export const slowDisk: Attack = async ({ fixture, shoppers }, seconds) => {
  const before = shoppers.orders.length
  try {
    await fixture.query(`alter system set commit_delay = ${WRITE_MS * 1_000}`)
    await fixture.query('alter system set commit_siblings = 0')
    await fixture.query('select pg_reload_conf()')
    await sleep(seconds * 1_000)
  } finally {
    await fixture.query('alter system reset commit_delay')
    await fixture.query('alter system reset commit_siblings')
    await fixture.query('select pg_reload_conf()')
  }
  const placed = shoppers.orders.slice(before).filter(({ isAcknowledged }) => isAcknowledged)
  return { what: `each write takes ${WRITE_MS} ms; orders taken`, answers: { 201: placed.length } }
}
