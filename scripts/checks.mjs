import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { serve } from './child.mjs'
import { say, UsageError } from './log.mjs'
import { installPackages } from './packages.mjs'
import { readyToolchain } from './toolchain.mjs'

/**
 * Runs every check, also those after a failed one, and prints `N passed, N failed` as its last line: the tests, with
 * a failed installation, lint, type check or build counted as one failed test each. Returns the exit code.
 */
export async function runChecks(parameters) {
  const tally = { passed: 0, failed: 0 }
  try {
    const env = await readyToolchain()
    await installPackages(env)
    for (const [name, command, ...flags] of beforeTests) {
      say(name)
      const code = await serve(command, flags, { env })
      if (code > 128) throw new UsageError('Stopped.', code)
      if (code !== 0) tally.failed += 1
    }
    say('testing')
    add(tally, await runTests(parameters, env))
  } catch (error) {
    tally.failed += 1
    console.error(`\n${error instanceof UsageError ? error.message : error.stack}`)
  }
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  return tally.failed === 0 ? 0 : 1
}

const beforeTests = [
  ['linting', 'biome', 'check', '.'],
  ['checking who imports whom', 'node', 'scripts/imports/check.ts'],
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
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-tally-'))
  const file = path.join(folder, 'tally.json')
  try {
    const code = await serve('vitest', ['run', ...parameters], { env: { ...env, TALLY_FILE: file } })
    return readCounter(file, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run that fails without naming a failed test, or writes no tally at all, has failed all the same. */
function readCounter(file, code) {
  try {
    const { passed, failed } = JSON.parse(readFileSync(file, 'utf8'))
    return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
  } catch {
    console.error('The tests ended before they could be counted.')
    return { passed: 0, failed: 1 }
  }
}

function add(tally, { passed, failed }) {
  tally.passed += passed
  tally.failed += failed
}
