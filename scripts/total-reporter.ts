import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Writes how many tests passed, failed and were skipped to the file that TOTAL_FILE names. A test file that cannot even be loaded,
 * and an error outside of any test, count as one failed test each.
 */
export default class TotalReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (state: (typeof states)[number]) => states.filter((each) => each === state).length
    const brokenSuites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const errors = brokenSuites.filter((suite) => suite.errors().length > 0).length + unhandledErrors.length
    const file = process.env.TOTAL_FILE
    if (file)
      writeFileSync(
        file,
        JSON.stringify({ passed: count('passed'), failed: count('failed') + errors, skipped: count('skipped') }),
      )
  }
}
