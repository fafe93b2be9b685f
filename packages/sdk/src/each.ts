import { type Answered, answerOf, type DataOf } from './answer-of.ts'

interface Page {
  nextCursor: string | null
}

/**
 * Everything in a list with a cursor, page by page: `ask` asks for the page after a cursor, `itemsOf` says what is in it.
 * Throws as answerOf.
 */
export async function* each<Answer extends Answered<Page>, Item>(
  ask: (cursor: string | undefined) => Promise<Answer>,
  itemsOf: (page: DataOf<Answer>) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await answerOf(ask(cursor))
    yield* itemsOf(page)
    cursor = (page as Page).nextCursor ?? undefined
  } while (cursor !== undefined)
}
