import type { CallContext } from '@marashi/api-client/browser-link'
import { failureOf, mayBeDone } from '@marashi/api-client/failure'
import { useRef } from 'react'
import { randomId } from './random-id.ts'

/**
 * Saves an edit over the version that its form was opened with (docs/behaviour.md#stale-edits). Where the shop has stored an edit
 * whose answer was lost, that version is the owner's own: the shop repeats the answer (docs/behaviour.md#repeated-requests), and
 * what is saved now goes over it. Throws as `send`, STALE where somebody else has saved.
 */
export function useEdit<Edit extends { updatedAt?: string | undefined }, Stored extends { updatedAt: string }>(
  send: Send<Edit, Stored>,
): (edit: Edit) => Promise<Stored> {
  return useEditOver(send, (edit, { updatedAt }) => ({ ...edit, updatedAt }))
}

type Send<Edit, Stored> = (edit: Edit, options: { context: CallContext }) => Promise<Stored>

/** The same where an edit names its version in another way: `over` answers the edit as one over what is stored. */
export function useEditOver<Edit, Stored>(
  send: Send<Edit, Stored>,
  over: (edit: Edit, stored: Stored) => Edit,
): (edit: Edit) => Promise<Stored> {
  /** What was sent without an answer, the newest first. */
  const unanswered = useRef<{ edit: Edit; idempotencyKey: string }[]>([])

  async function sendNew(edit: Edit): Promise<Stored> {
    const idempotencyKey = randomId()
    try {
      const stored = await send(edit, { context: { idempotencyKey } })
      unanswered.current = []
      return stored
    } catch (error) {
      if (mayBeDone(failureOf(error))) unanswered.current.unshift({ edit, idempotencyKey })
      throw error
    }
  }

  async function storedBefore(): Promise<{ edit: Edit; stored: Stored } | undefined> {
    for (const { edit, idempotencyKey } of unanswered.current) {
      try {
        return { edit, stored: await send(edit, { context: { idempotencyKey } }) }
      } catch (error) {
        // It was never stored: an older one may be.
        if (failureOf(error).code !== 'STALE') throw error
      }
    }
    return undefined
  }

  return async (edit) => {
    try {
      return await sendNew(edit)
    } catch (error) {
      const own = failureOf(error).code === 'STALE' ? await storedBefore() : undefined
      if (!own) throw error
      const { stored } = own
      const isSame = JSON.stringify(over(own.edit, stored)) === JSON.stringify(over(edit, stored))
      return isSame ? stored : await sendNew(over(edit, stored))
    }
  }
}
