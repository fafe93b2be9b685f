import { isHeldByFolder } from '../backup/targets/folder-timeout.ts'
import { type Environment, readEnvironment } from '../env.ts'
import { messageForOwner } from '../modules/admin/health/finding.ts'

/**
 * Reads the environment and runs a command; what it throws is printed as one message for the owner. Ends the process where a folder
 * that says nothing would keep it.
 */
export async function runCommand(work: (env: Environment, parameters: string[]) => Promise<void>): Promise<void> {
  try {
    await work(readEnvironment(), process.argv.slice(2))
  } catch (error) {
    console.error(messageForOwner(error))
    process.exitCode = 1
  } finally {
    if (isHeldByFolder()) process.exit()
  }
}
