import { createInterface } from 'node:readline/promises'
import type { Environment } from '../env.ts'
import { passwordVariable, savePassword } from '../modules/admin/session/admin-password.ts'
import { AdminSession } from '../modules/admin/session/admin-session.entity.ts'
import { hashPassword } from '../modules/admin/session/password-hash.ts'
import { weaknessOf } from '../modules/admin/session/password-weakness.ts'
import { runCommand } from './run-command.ts'
import { withUpdatedDatabase } from './updated-database.ts'

/**
 * `npm run password`: chooses the administrator's password and ends every session. The password comes from the keyboard
 * or a pipe, never from the command line, which other users of the machine can read.
 */
await runCommand(async (env) => {
  const password = await askForPassword()
  const weakness = weaknessOf(password)
  if (weakness) throw new Error(`This password ${weakness}. Nothing was changed.`)
  const variable = passwordVariable(env)
  if (variable || env.isProduction) {
    const reason = variable ? `${variable} is set, and the environment wins` : 'In production the environment decides'
    console.log(`${reason}: put this there, in place of what there is, and start the shop again.`)
  } else {
    await savePassword(env, password)
    console.log(
      'The new password holds from now on. A shop in production takes it from its environment alone, as this:',
    )
  }
  console.log(`\nADMIN_PASSWORD_HASH='${await hashPassword(password)}'\n`)
  console.log(`Sessions ended: ${await endSessions(env)}.`)
})

async function askForPassword(): Promise<string> {
  const { stdin, stdout } = process
  const lines = createInterface({ input: stdin, output: stdin.isTTY ? stdout : undefined })
  if (!stdin.isTTY) {
    for await (const line of lines) return line
    return ''
  }
  const answer = lines.question('New password: ')
  // The typed password is not shown; the question has been printed already.
  stdout.write = () => true
  const typed = await answer.finally(() => Reflect.deleteProperty(stdout, 'write'))
  stdout.write('\n')
  lines.close()
  return typed
}

/** Ends every session and returns how many there were; a running shop checks sessions with every request. */
async function endSessions(env: Environment): Promise<number> {
  return await withUpdatedDatabase(env, ({ orm }) => orm.em.fork().nativeDelete(AdminSession, {}))
}
