import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { serve } from './child.mjs'
import { log, UsageError } from './log.mjs'
import { installPackages } from './packages.mjs'
import { readyToolchain } from './toolchain.mjs'

/**
 * Runs every check, also those after a failed one, and prints `N passed, N failed` as its last line: the tests, with
 * a failed installation, lint, type check or build counted as one failed test each. The line before says how many tests
 * this machine could not run. Returns the exit code.
 */
export async function runChecks(parameters) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  try {
    const env = await readyToolchain()
    await installPackages(env)
    for (const [name, command, ...flags] of beforeTests) {
      log(name)
      const code = await serve(command, flags, { env })
      if (code > 128) throw new UsageError('Stopped.', code)
      if (code !== 0) total.failed += 1
    }
    log('testing')
    add(total, await runTests(parameters, env))
  } catch (error) {
    total.failed += 1
    console.error(`\n${error instanceof UsageError ? error.message : error.stack}`)
  }
  console.log(`${total.skipped} skipped`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}

const beforeTests = [
  ['linting', 'biome', 'check', '.'],
  ['checking who imports whom', 'node', 'scripts/imports/check.ts'],
  ["checking for words that are not the field's own", 'node', 'scripts/vocabulary/check.ts'],
  [
    'checking types, building',
    'turbo',
    'run',
    'typecheck',
    'typecheck:repository',
    'build',
    '--continue',
    '--output-logs=errors-only',
  ],
]

async function runTests(parameters, env) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-total-'))
  const file = path.join(folder, 'total.json')
  try {
    const code = await serve('vitest', ['run', ...parameters], { env: { ...env, TOTAL_FILE: file } })
    return readTotal(file, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run that fails without naming a failed test, or writes no total has failed too. */
function readTotal(file, code) {
  try {
    const { failed, ...counted } = JSON.parse(readFileSync(file, 'utf8'))
    return { ...counted, failed: code === 0 ? failed : Math.max(failed, 1) }
  } catch {
    console.error('The tests ended before they could be counted.')
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function add(total, { passed, failed, skipped }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
