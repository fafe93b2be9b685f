import { nairobiDay } from '@marashi/domain/rules/nairobi-time'

/** A clock that starts at noon of today in Nairobi and runs: no test that speaks of a day crosses midnight. */
export function clockFromNoon(): () => Date {
  const noonMs = Date.parse(`${nairobiDay(new Date())}T12:00:00+03:00`)
  const startedMs = performance.now()
  return () => new Date(noonMs + performance.now() - startedMs)
}
