import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Webhooks'
const FAILS_FOR_MS = 60 * 60_000

export interface WebhookFacts {
  endpoints: readonly {
    url: string
    pausedBy: 'owner' | 'shop' | null
    failingSince: Date | null
    lastProblem: string | null
  }[]
  /** Events of the last day that were given up while their address took others. */
  givenUp: number
}

/** Every program that wants to be told is told; null in a shop without webhooks. */
export function webhooksFinding({ endpoints, givenUp }: WebhookFacts, now: Date): Finding | null {
  if (endpoints.length === 0) return null
  const paused = endpoints.filter(({ pausedBy }) => pausedBy === 'shop')
  const failing = endpoints.filter(
    ({ pausedBy, failingSince }) => !pausedBy && failingSince && now.getTime() - failingSince.getTime() > FAILS_FOR_MS,
  )
  const lines = [
    ...paused.map(
      ({ url, failingSince, lastProblem }) =>
        `${hostOf(url)} is told nothing any more: it took nothing since ${nairobiTime(failingSince ?? now)} (${lastProblem}).`,
    ),
    ...failing.map(
      ({ url, failingSince, lastProblem }) =>
        `${hostOf(url)} takes nothing since ${nairobiTime(failingSince ?? now)} (${lastProblem}).`,
    ),
  ].join(' ')
  if (paused.length > 0)
    return broken(
      PART,
      lines,
      'Put the receiver right, then let it go on under Webhooks: it is told of everything that waits. Events wait for 30 days.',
    )
  if (failing.length > 0) return doubtful(PART, lines, 'The shop goes on trying for three days, and loses nothing.')
  if (givenUp > 0)
    return doubtful(
      PART,
      `${givenUp} ${givenUp === 1 ? 'event was' : 'events were'} refused for three days and given up.`,
      'Put the receiver right, then send them again under Webhooks.',
    )
  return fine(PART, 'Every address takes what it is told.')
}

const hostOf = (url: string) => new URL(url).host
