import { failureOf } from '@marashi/api-client/failure'
import { commonCopy } from '../../copy/common.ts'
import { sessionCopy } from '../../copy/session.ts'
import { isOutdatedRefusal } from '../session/session-link.ts'

/**
 * What a form says of a save that has failed. Nothing of a session that has ended: the login is asked for in a dialog of its own,
 * and the words would still stand once the owner has logged in. Where she has done so before the refusal came, no dialog asks.
 */
export function problemOf(error: unknown): string | undefined {
  if (isOutdatedRefusal(error)) return sessionCopy.loggedInMeanwhile
  const { status, text } = failureOf(error)
  return status === 401 ? undefined : text || commonCopy.noAnswer
}
