/**
 * The oldest browsers that both apps are made for, by major version and, for Safari, what came with it. Chrome is also Android's,
 * Samsung's and Opera's. See docs/behaviour.md#browsers.
 */
export const oldestBrowsers = { chrome: 100, safari: 15.4, firefox: 115 } as const

/** What the build lowers the syntax of scripts and styles to. It adds no functions: see `newer-functions.ts`. */
export const oldestTargets: string[] = [
  `chrome${oldestBrowsers.chrome}`,
  `edge${oldestBrowsers.chrome}`,
  `safari${oldestBrowsers.safari}`,
  `ios${oldestBrowsers.safari}`,
  `firefox${oldestBrowsers.firefox}`,
]
