import { configure } from '@testing-library/dom'

// As long as every other test waits for what comes: see vitest.config.ts.
configure({ asyncUtilTimeout: 15_000 })
