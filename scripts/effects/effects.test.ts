import { describe, expect, it } from 'vitest'
import { projectRules, refusedSnippets } from '../testing/lint-snippets.ts'

const rule = './scripts/effects/effects.grit'

const refused: Record<string, string> = {
  'passes on what a scroll answers': 'useEffect(() => x.scrollIntoView(), [x])',
  'passes it on where there may be nothing to scroll': 'useEffect(() => x?.scrollIntoView?.(), [x])',
  'drops an answer without braces': 'useEffect(() => void x.focus(), [x])',
  'passes on an answer before the paint': 'useLayoutEffect(() => x.scrollIntoView(), [x])',
  'is named with its library': 'React.useEffect(() => x.scrollIntoView(), [x])',
  'returns an answer': 'useEffect(() => { return x.subscribe() }, [x])',
  'returns an answer at times': 'useEffect(() => { if (x) { return x.scrollIntoView() } }, [x])',
  'returns a function or something else': 'useEffect(() => { return x && (() => x()) }, [x])',
  'is written somewhere else': 'useEffect(x, [])',
}
const allowed: Record<string, string> = {
  'calls and returns nothing': 'useEffect(() => { x.scrollIntoView() }, [x])',
  'returns early': 'useEffect(() => { if (!x) return; x.focus() }, [x])',
  'returns what ends it': 'useEffect(() => { x(); return () => x.end() }, [x])',
  'has an end alone': 'useEffect(() => () => x.end(), [x])',
  'calls functions that return something': 'useEffect(() => { x.map(() => { return 1 }) }, [x])',
  'holds a function that returns something': 'useEffect(() => { function y() { return 1 } y() }, [x])',
}

describe('an effect', () => {
  const effects = Object.entries({ ...refused, ...allowed })
  const snippets = effects.map(([name, effect]) => [name, `export function useIt(x: any) {\n  ${effect}\n}`])
  const found = refusedSnippets(rule, Object.fromEntries(snippets))

  it.each(Object.keys(refused))('that %s is refused', (name) => expect(found).toContain(name))
  it.each(Object.keys(allowed))('that %s is allowed', (name) => expect(found).not.toContain(name))
})

it('follows this rule in the whole project', () => expect(projectRules()).toContain(rule))
