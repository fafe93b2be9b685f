import { administrationWords } from './administration.ts'
import { catalogueWords } from './catalogue.ts'
import { orderWords } from './orders.ts'
import { paymentWords } from './payments.ts'
import { settingWords } from './settings.ts'
import { sharedWords } from './shared.ts'

/**
 * What parameters and properties mean, where their contract does not say it: contracts are part of the apps that shoppers
 * download, so most words are kept here. A key is the name, or as much of the way to it as tells it from others of that
 * name: the component or operation, then names with dots between them.
 */
export const glossary: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...sharedWords,
    ...catalogueWords,
    ...orderWords,
    ...paymentWords,
    ...administrationWords,
    ...settingWords,
  }),
)

/** The words for one place: those with the longest key that its way ends with, and at least two names of it. */
export function placeWords(way: readonly string[]): string | undefined {
  for (let from = 0; from < way.length - 1; from += 1) {
    const words = glossary.get(way.slice(from).join('.'))
    if (words) return words
  }
  return undefined
}

/** The words for a name, wherever it stands. */
export const wordsFor = (name = ''): string | undefined => glossary.get(name)
