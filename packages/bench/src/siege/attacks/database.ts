import { setTimeout as sleep } from 'node:timers/promises'
import { type Answers, count } from '../answers.ts'
import { ask, secondsText } from '../ask.ts'
import type { Attack } from '../attack.ts'

const ASK_EVERY_MS = 100
const BACK_WITHIN_MS = 30_000

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
