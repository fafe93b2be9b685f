interface Parts {
  /** Functions that do nothing any more. */
  unused: readonly string[]
  /** Functions that do nothing but give this answer, as source text. */
  answered?: Record<string, string>
}

/**
 * The source text of a package with some of its functions emptied; the minifier then removes what only they needed. Throws
 * where one is missing: whoever installs another version of the package has to look again.
 */
export function leaveOut(code: string, { unused, answered = {} }: Parts): string {
  let rest = code
  for (const name of unused) rest = replaceFunction(rest, name, '{}')
  for (const [name, answer] of Object.entries(answered)) rest = replaceFunction(rest, name, `{ return ${answer} }`)
  return rest
}

/** A function ends with the first line, or else with the brace below its beginning. */
function replaceFunction(code: string, name: string, body: string): string {
  const head = new RegExp(`^([\\t ]*)(?:async )?function ${name.replace('$', '\\$')}\\(.*`, 'm').exec(code)
  if (!head) throw new Error(`There is no function ${name} to be left out.`)
  const [firstLine, indent = ''] = head
  const close = `\n${indent}}`
  const length = firstLine.endsWith('}')
    ? firstLine.length
    : code.indexOf(close, head.index) + close.length - head.index
  return `${code.slice(0, head.index)}${indent}function ${name}() ${body}${code.slice(head.index + length)}`
}
