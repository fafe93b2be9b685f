/** Every point at which a fault run may end the process, in the order of a payment. */
export const faultPoints = [
  'order-before-storing',
  'order-stored',
  'attempt-before-commit',
  'attempt-written',
  'attempt-answered',
  'attempt-reference-stored',
  'webhook-read',
  'webhook-stored',
  'webhook-acknowledged',
  'settle-locked',
  'settle-payment-written',
  'settle-event-written',
  'settle-order-written',
  'settle-committed',
  'webhook-settled',
  'webhook-processed',
  'confirm-read',
  'confirm-settled',
  'refund-before-commit',
  'refund-stored',
  'refund-marked-sent',
  'refund-answered',
  'cancel-before-commit',
  'cancel-committed',
  'result-stored',
  'refund-written',
  'refund-totals-written',
  'refund-settled',
  'refunds-listed',
  'refunds-reconciled',
  'confirmation-stored',
  'transaction-kept',
  'transaction-booked',
  'transaction-placed',
  'claim-stored',
  'claim-asked',
  'claim-line-kept',
  'claim-settled',
  'together-before-commit',
  'together-committed',
  'assign-before-commit',
  'assign-committed',
  'unassign-before-commit',
  'unassign-committed',
  'check-page-kept',
  'statement-lines-kept',
  'statement-imported',
  'dispute-before-commit',
  'aside-before-commit',
  'dismiss-before-commit',
  'email-claimed',
  'email-sent',
  'order-emails-before-commit',
  'order-email-claimed',
  'order-email-sent',
  'answer-before-commit',
  'answer-committed',
  'answer-before-note',
] as const
export type FaultPoint = (typeof faultPoints)[number]

let armed: string | undefined

/** Arms one point until the process ends; undefined arms none. Throws for a name that is no point. */
export function armFaultPoint(name: string | undefined): void {
  if (name !== undefined && !faultPoints.some((each) => each === name)) throw new Error(`FAULT_POINT: no point ${name}`)
  armed = name
}

/**
 * Ends the process at once, as a power cut would, where the environment names this point (FAULT_POINT, never in
 * production); does nothing otherwise. `pnpm faults` checks what a crash between two steps leaves behind.
 */
export function faultPoint(name: FaultPoint): void {
  if (name === armed) process.kill(process.pid, 'SIGKILL')
}
