import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

const PART = 'Webhooks'
const FAILS_FOR_MS = 60 * 60_000

export interface WebhookFacts {
  endpoints: readonly WebhookEndpointFacts[]
  /** Events of the last day that were given up while their address took others. */
  givenUp: number
}

interface WebhookEndpointFacts {
  id: string
  url: string
  pausedBy: 'owner' | 'shop' | null
  failingSince: Date | null
  lastProblem: string | null
}

/** Every program that wants to be told is told; one finding for each address that takes nothing. Null in a shop without webhooks. */
export function webhookFindings({ endpoints, givenUp }: WebhookFacts, now: Date): Finding[] | null {
  if (endpoints.length === 0) return null
  const wrong = endpoints.flatMap((endpoint) => {
    const finding = endpointFinding(endpoint, now)
    return finding ? [{ ...finding, of: endpoint.id }] : []
  })
  if (givenUp > 0)
    wrong.push({
      ...doubtful(
        PART,
        `${givenUp} ${givenUp === 1 ? 'event was' : 'events were'} refused for three days and given up.`,
        'Put the receiver right, then send them again under Webhooks.',
      ),
      of: 'given-up',
    })
  return wrong.length > 0 ? wrong : [fine(PART, 'Every address takes what it is told.')]
}

function endpointFinding(
  { url, pausedBy, failingSince, lastProblem }: WebhookEndpointFacts,
  now: Date,
): Finding | null {
  const since = nairobiTime(failingSince ?? now)
  if (pausedBy === 'shop')
    return broken(
      PART,
      `${hostOf(url)} is told nothing any more: it took nothing since ${since} (${lastProblem}).`,
      'Put the receiver right, then let it go on under Webhooks: it is told of everything that waits. Events wait for 30 days.',
    )
  if (pausedBy || !failingSince || now.getTime() - failingSince.getTime() <= FAILS_FOR_MS) return null
  return doubtful(
    PART,
    `${hostOf(url)} takes nothing since ${since} (${lastProblem}).`,
    'The shop goes on trying for three days, and loses nothing.',
  )
}

const hostOf = (url: string) => new URL(url).host
