import path from 'node:path'
import jsTokens from 'js-tokens'
import { type RetiredWord, retiredEverywhere, retiredInNames, retiredNames } from './retired-words.ts'

const inComments = new Map(retiredEverywhere.map((each) => [each.word, each]))
const inNames = new Map([...retiredEverywhere, ...retiredInNames].map((each) => [each.word, each]))

/**
 * The retired words in the names, comments and path of a TypeScript file, one message for each, with its line and the
 * word to use. Texts in quotes are not read: what people see on screen is not code.
 */
export function findRetiredWords(file: string, source: string): string[] {
  const found = wordsOf(path.posix.basename(file)).flatMap((word) => message(file, 1, inNames.get(word)))
  let line = 1
  const tokens = file.endsWith('x') ? jsTokens(source, { jsx: true }) : jsTokens(source)
  for (const { type, value } of tokens) {
    if (type === 'IdentifierName' || type === 'JSXIdentifier' || type === 'PrivateIdentifier') {
      const retired = retiredNames.get(value.replace(/[_#]/g, '').toLowerCase())
      if (retired) found.push(`${file}:${line} ${value}: use ${retired}`)
      else found.push(...wordsOf(value).flatMap((word) => message(file, line, retiredIn(value, inNames.get(word)))))
    }
    if (type === 'MultiLineComment' || type === 'SingleLineComment') {
      for (const [index, text] of value.split('\n').entries())
        found.push(...wordsOf(text).flatMap((word) => message(file, line + index, inComments.get(word))))
    }
    line += value.split('\n').length - 1
  }
  return found
}

/** `openMpesaTill` and `mpesa-till.ts` as open, mpesa, till; and mpesa, till, ts. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase())
}

const retiredIn = (name: string, retired: RetiredWord | undefined) =>
  retired?.except?.test(name) ? undefined : retired

const message = (file: string, line: number, retired: RetiredWord | undefined): string[] =>
  retired ? [`${file}:${line} ${retired.word}: use ${retired.use}`] : []
