import { defineConfig } from 'vitest/config'

/** Two at a time: more forks than that only wait for each other on a small machine. */
const maxWorkers = 2

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers,
    reporters: ['default', './scripts/total-reporter.ts', './scripts/close-on-signal.ts'],
    setupFiles: ['./scripts/fail-on-console-error.ts'],
    // A machine with other work gives a test no turn for seconds; what is there is seen at once.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'rules', include: ['packages/domain/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['packages/postgres/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts', 'packages/{api-client,bench,gateway-simulator,sdk}/**/*.test.ts'],
          globalSetup: ['./apps/api/src/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['apps/{storefront,admin}/**/*.test.{ts,tsx}', 'packages/ui/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['./packages/ui/src/testing/patience.ts'],
          // Patience for a loaded machine: the first test of a file also waits for its modules.
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'repository', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['packages/e2e/**/*.test.ts'],
          globalSetup: ['./packages/e2e/src/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Half a minute passes until a recurring job whose run was lost is taken up again.
          expect: { poll: { timeout: 45_000 } },
          // After all others: a browser beside them would wait for its turns.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
