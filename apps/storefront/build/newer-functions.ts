/** The first version of each browser that has a function; Infinity where none has. By MDN's compatibility tables. */
interface Since {
  chrome: number
  safari: number
  firefox: number
}

/** What calls or needs a function, as it stands in minified code. */
export interface NewerFunction {
  /** Written as where it is asked for: `AbortSignal.any`, or the name of a method alone. */
  name: string
  use: RegExp
  since: Since
}

const method = (name: string, chrome: number, safari: number, firefox: number): NewerFunction => ({
  name,
  use: new RegExp(`\\.${name}\\(`, 'g'),
  since: { chrome, safari, firefox },
})

const builtIn = (name: string, chrome: number, safari: number, firefox: number): NewerFunction => ({
  name,
  use: new RegExp(`\\b${name.replace('.', '\\.')}\\b`, 'g'),
  since: { chrome, safari, firefox },
})

const iteratorMethods = 'map|filter|find|some|every|reduce|forEach|flatMap|take|drop|toArray'

/** Functions and syntax that the build does not lower and that some browser which both apps are made for lacks. */
export const newerFunctions: readonly NewerFunction[] = [
  method('toSorted', 110, 16, 115),
  method('toReversed', 110, 16, 115),
  method('toSpliced', 110, 16, 115),
  method('with', 110, 16, 115),
  method('isWellFormed', 111, 16.4, 119),
  method('toWellFormed', 111, 16.4, 119),
  method('intersection', 122, 17, 127),
  method('union', 122, 17, 127),
  method('difference', 122, 17, 127),
  method('symmetricDifference', 122, 17, 127),
  method('isSubsetOf', 122, 17, 127),
  method('isSupersetOf', 122, 17, 127),
  method('isDisjointFrom', 122, 17, 127),
  method('getOrInsert', 145, 26.2, 144),
  method('getOrInsertComputed', 145, 26.2, 144),
  method('toBase64', 140, 18.2, 133),
  method('toHex', 140, 18.2, 133),
  method('showPopover', 114, 17, 125),
  method('hidePopover', 114, 17, 125),
  method('togglePopover', 114, 17, 125),
  method('checkVisibility', 105, 17.4, 106),
  method('setHTMLUnsafe', 124, 17.4, 128),
  builtIn('Array.fromAsync', 121, 16.4, 115),
  builtIn('Object.groupBy', 117, 17.4, 119),
  builtIn('Map.groupBy', 117, 17.4, 119),
  builtIn('Promise.withResolvers', 119, 17.4, 121),
  builtIn('Promise.try', 128, 18.2, 134),
  builtIn('AbortSignal.timeout', 103, 16, 100),
  builtIn('AbortSignal.any', 116, 17.4, 124),
  builtIn('URL.canParse', 120, 17, 115),
  builtIn('URL.parse', 126, 18, 126),
  builtIn('Response.json', 105, 17, 115),
  builtIn('Intl.Segmenter', 87, 14.1, 125),
  builtIn('Intl.DurationFormat', 129, 16.4, 136),
  builtIn('Uint8Array.fromBase64', 140, 18.2, 133),
  builtIn('RegExp.escape', 136, 18.2, 134),
  builtIn('Error.isError', 134, Number.POSITIVE_INFINITY, 138),
  builtIn('Error.captureStackTrace', 3, 13.1, 138),
  builtIn('Iterator.from', 122, 18.4, 131),
  builtIn('Math.sumPrecise', 147, 26.2, 137),
  builtIn('scheduler.yield', 129, Number.POSITIVE_INFINITY, 142),
  builtIn('document.startViewTransition', 111, 18, 144),
  builtIn('requestIdleCallback', 47, Number.POSITIVE_INFINITY, 55),
  builtIn('searchParams.size', 113, 17, 112),
  {
    name: 'a method of an iterator',
    use: new RegExp(`\\.(values|keys|entries)\\(\\)\\.(${iteratorMethods})\\(`, 'g'),
    since: { chrome: 122, safari: 18.4, firefox: 131 },
  },
  // React recommends it in a message.
  { name: 'requestSubmit', use: /\.requestSubmit\((?!\) instead)/g, since: { chrome: 76, safari: 16, firefox: 75 } },
  { name: 'a lookbehind', use: /\(\?<[=!]/g, since: { chrome: 62, safari: 16.4, firefox: 78 } },
  { name: 'a static block', use: /\bstatic ?\{/g, since: { chrome: 94, safari: 16.4, firefox: 93 } },
]
