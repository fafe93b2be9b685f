import type { Failure } from '@marashi/api-client/failure'
import { commonCopy } from '../../copy/common.ts'

/**
 * What a form says of a save that has failed. Nothing of a session that has ended: the login is asked for in a dialog of its own,
 * and the words would still stand once the owner has logged in.
 */
export const problemOf = ({ status, text }: Failure): string | undefined =>
  status === 401 ? undefined : text || commonCopy.noAnswer
