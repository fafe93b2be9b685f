import { gatewaysFrom } from '../modules/payments/providers/registry.ts'
import { revealConfirmationAddresses } from '../modules/payments/transactions/confirmations/confirmation-address.ts'
import { readConfirmationStatus } from '../modules/payments/transactions/confirmations/read-confirmation-status.ts'
import { registerConfirmations } from '../modules/payments/transactions/confirmations/register-confirmations.ts'
import { runCommand } from './run-command.ts'
import { withUpdatedDatabase } from './updated-database.ts'

/**
 * `npm run register-mpesa`: tells M-Pesa where to report payments that are made by hand, and prints what it said. Whoever
 * may run commands here may do so without the password.
 */
await runCommand((env) =>
  withUpdatedDatabase(env, ({ orm, clock }) =>
    register({ em: orm.em.fork(), clock, env, gateways: gatewaysFrom(env, clock, { orm }) }),
  ),
)

async function register(ctx: Parameters<typeof registerConfirmations>[0]): Promise<void> {
  const { canRegister, message } = await readConfirmationStatus(ctx, 'mpesa')
  // What is posted to the addresses counts as M-Pesa's word: they are shown only where they are of use.
  if (!canRegister) throw new Error(`${message} Nothing was registered.`)
  const { confirmationUrl, validationUrl } = await revealConfirmationAddresses(ctx, 'mpesa')
  console.log(`Confirmation: ${confirmationUrl}\nValidation:   ${validationUrl}`)
  const answer = await registerConfirmations(ctx, 'mpesa')
  console.log(`M-Pesa: ${answer.state}. ${answer.message ?? ''}`)
  if (answer.state === 'already-registered') {
    console.log('It has addresses for this number. Make a small payment: when it shows in the shop, they are these.')
    console.log('Otherwise put these into Safaricom’s portal.')
  }
  if (answer.state === 'failed') process.exitCode = 1
}
