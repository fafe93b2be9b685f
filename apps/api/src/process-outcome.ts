import type { ChildProcess, Serializable } from 'node:child_process'
import { lowerPriority } from './lower-priority.ts'

/** The signal that ended a process, else its exit code. */
export type Ending = NodeJS.Signals | `code ${number | null}`

/**
 * Gives the process that was just forked its task, behind everything else. Answers the one message that it sends, or how it
 * ended without one. Throws where it could not be started.
 */
export function processOutcome<Outcome>(child: ChildProcess, task: Serializable): Promise<Outcome | { ended: Ending }> {
  return new Promise((resolve, reject) => {
    child.once('message', (outcome) => resolve(outcome as Outcome))
    child.once('exit', (code, signal) => {
      const end = () => resolve({ ended: signal ?? `code ${code}` })
      // Its last message may still be on its way.
      if (child.connected) child.once('disconnect', end)
      else end()
    })
    child.on('error', reject) // a second error that nobody listens to would end the shop
    child.once('spawn', () => {
      lowerPriority(child.pid)
      child.send(task, () => undefined) // a process that is gone already has ended, which is told above
    })
  })
}
