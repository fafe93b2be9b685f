/**
 * The rules of a stylesheet that a page can need, in their order: those without a class, and those with a selector all of
 * whose classes are used. What is left out matches nothing of that page. `css` is minified, without comments.
 */
export function pruneStyles(css: string, isUsed: (className: string) => boolean): string {
  const rules = pruneRules(css, isUsed)
  // The names of animations are as unique as those of classes.
  return rulesOf(rules)
    .filter(({ prelude }) => {
      const [, animation] = /^@keyframes (.+)/.exec(prelude) ?? []
      return animation === undefined || rules.split(animation).length > 2
    })
    .map(textOf)
    .join('')
}

/** The stylesheet without its fonts. */
export const withoutFonts = (css: string): string =>
  rulesOf(css)
    .filter(({ prelude }) => prelude !== '@font-face')
    .map(textOf)
    .join('')

interface Rule {
  prelude: string
  /** Null in a statement, which ends with a semicolon. */
  body: string | null
}

const textOf = ({ prelude, body }: Rule): string => (body === null ? `${prelude};` : `${prelude}{${body}}`)

function pruneRules(css: string, isUsed: (className: string) => boolean): string {
  return rulesOf(css)
    .map(({ prelude, body }) => {
      if (body !== null && /^@(media|supports|container)\b/.test(prelude)) {
        const rest = pruneRules(body, isUsed)
        return rest && textOf({ prelude, body: rest })
      }
      if (body === null || prelude.startsWith('@')) return textOf({ prelude, body })
      const selectors = prelude.split(/,(?![^(]*\))/).filter((selector) => classesOf(selector).every(isUsed))
      return selectors.length > 0 ? textOf({ prelude: selectors.join(), body }) : ''
    })
    .join('')
}

/** Without those of `:not()`, which a page may lack and still match. */
const classesOf = (selector: string): string[] =>
  [...selector.replaceAll(/:not\([^)]*\)/g, '').matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)

function rulesOf(css: string): Rule[] {
  const rules: Rule[] = []
  let depth = 0
  let start = 0
  let open = 0
  for (let at = 0; at < css.length; at++) {
    const sign = css[at]
    if (sign === '"' || sign === "'") at = css.indexOf(sign, at + 1)
    else if (sign === '{' && depth++ === 0) open = at
    else if ((sign === '}' && --depth === 0) || (sign === ';' && depth === 0)) {
      rules.push({
        prelude: css.slice(start, sign === ';' ? at : open).trim(),
        body: sign === ';' ? null : css.slice(open + 1, at),
      })
      start = at + 1
    }
  }
  return rules
}
