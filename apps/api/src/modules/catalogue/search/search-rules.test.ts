import { fc } from '@fast-check/vitest'
import type { ProductPage } from '@marashi/domain/contracts/catalogue'
import { closestWords } from '@marashi/domain/rules/closest-words'
import { foldText } from '@marashi/domain/rules/fold-text'
import { searchRank } from '@marashi/domain/rules/search-rank'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeCategory } from '../../../testing/factories.ts'

interface Stored {
  name: string
  description: string
  category: string
  audience: string
}
interface Asked {
  search: string
  category?: string | undefined
  majorCategory?: string | undefined
}

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
  await makeCategory(shop.deps.orm, 'Oud & Woods')
  await makeCategory(shop.deps.orm, 'Abbo')
})
afterAll(() => shop[Symbol.asyncDispose]())

/** `searchText` of the contracts; a longer one is refused. */
const MAX_SEARCH_LENGTH = 100

/** What the database's folding does to a text beside `foldText`. */
const plain = (text: string) => text.replaceAll('’', "'").replaceAll('ß', 'ss').replaceAll('½', ' 1/2')

const textOf = ({ name, category, description }: Stored) => foldText(`${name} ${category} ${description}`)
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The products that have every word in one of its spellings, by the rules alone. */
const having = (products: Stored[], words: string[][]) =>
  products.filter((product) =>
    words.every((spellings) => spellings.some((spelling) => textOf(product).includes(foldText(spelling)))),
  )

/** What a search finds, by the rules alone: docs/behaviour.md#search, #misspelt-searches and #search-order. */
function expected(stored: Stored[], { search, category, majorCategory }: Asked): string[] {
  const asked = search.split(/\s+/).filter(Boolean)
  const all = stored.map((each) => ({ ...each, name: plain(each.name), description: plain(each.description) }))
  const products = all.filter(
    (each) => (!category || each.category === category) && (!majorCategory || each.audience === majorCategory),
  )
  let words = asked.map((word) => [plain(word)])
  if (having(products, words).length === 0) {
    const known = new Set(all.flatMap((each) => wordsOf(textOf(each))).filter(({ length }) => length >= 3))
    words = asked.map((typed) => {
      const word = plain(typed)
      // As it was typed: the one letter of ½ is folded to four.
      if (typed.length < 3 || typed.length > 40) return [word]
      if ([...known].some((other) => other.includes(foldText(word)))) return [word]
      return closestWords(
        foldText(word),
        [...known].filter(({ length }) => length <= 40),
      ).slice(0, 3)
    })
  }
  if (words.some((spellings) => spellings.length === 0)) return []
  return having(products, words)
    .toSorted((a, b) => searchRank(a, words) - searchRank(b, words) || (foldText(a.name) < foldText(b.name) ? -1 : 1))
    .map(({ name }) => name)
}

async function found({ search, category = '', majorCategory }: Asked): Promise<string[]> {
  const query = new URLSearchParams({ search, category, limit: '100', ...(majorCategory && { majorCategory }) })
  const answer = await shop.app.inject(`/api/products?${query}`)
  expect([search, answer.statusCode]).toEqual([search, 200])
  return answer.json<ProductPage>().data.map(({ name }) => plain(name))
}

async function store(products: Stored[]): Promise<void> {
  await shop.query('delete from products')
  await shop.query(
    `insert into products (name, description, category, category_id, major_category, price, image)
     select p.name, p.description, c.name, c.id, p.audience, 100, '/x.jpg'
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) p (name, description, category, audience)
     join categories c on c.name = p.category`,
    (['name', 'description', 'category', 'audience'] as const).map((column) => products.map((each) => each[column])),
  )
  shop.cache.invalidate()
}

// Few letters make many words that are near to each other.
const shortWord = fc.stringMatching(/^[abo]{2,9}$/)
const strangeWord = fc.constantFrom(
  'l’eau',
  "l'eau",
  'd’ambre',
  'Élan',
  'rosé',
  '100%',
  'no_5',
  'ß',
  '½',
  'oud-rose',
  'a',
  'عود',
  'ba'.repeat(30),
  'o\\b',
)
const anyWord = fc.oneof({ weight: 4, arbitrary: shortWord }, { weight: 1, arbitrary: strangeWord })
const manyWords = fc.array(anyWord, { maxLength: 8 }).map((words) => words.join(' '))
/** A word with one letter changed, left out, added or swapped with the next one. */
const misspell = (word: string, seed: number) => {
  const at = seed % word.length
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  return [
    `${before}o${after}`,
    before + after,
    `${before}a${letter}${after}`,
    before + after.charAt(0) + letter + after.slice(1),
  ][seed % 4] as string
}

const perfume = fc.record({
  name: anyWord,
  description: manyWords,
  category: fc.constantFrom('Oud & Woods', 'Abbo'),
  audience: fc.constantFrom('men', 'women'),
})
const catalogue = fc.uniqueArray(perfume, {
  minLength: 1,
  maxLength: 12,
  selector: ({ name }) => foldText(plain(name)),
})
const filters = fc.record({
  category: fc.constantFrom(undefined, undefined, 'Abbo'),
  majorCategory: fc.constantFrom(undefined, undefined, 'men'),
})
const searches = fc.array(
  fc.record({ words: fc.array(anyWord, { minLength: 1, maxLength: 3 }), seed: fc.nat(1_000), filters }),
  { minLength: 8, maxLength: 8 },
)

it('finds what the rules find, in their order, in any catalogue', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(catalogue, searches, async (products, asked) => {
      await store(products)
      const stored = wordsOf(products.map(({ name, description }) => `${name} ${description}`).join(' '))
      for (const { words, seed, filters } of asked) {
        const wrong = misspell(stored[seed % stored.length] ?? 'oud', seed)
        for (const search of [words.join(' '), wrong, `${wrong} ${words[0]}`]) {
          if (search.trim() === '' || search.length > MAX_SEARCH_LENGTH) continue
          expect([search, filters, await found({ search, ...filters })]).toEqual([
            search,
            filters,
            expected(products, { search, ...filters }),
          ])
        }
      }
    }),
    // A run of its own: letters of a word that is too long to be a correction are known all the same.
    {
      numRuns: 12,
      examples: [
        [
          [{ name: 'aobb', description: 'ba'.repeat(30), category: 'Oud & Woods', audience: 'men' }],
          [{ words: ['bab'], seed: 0, filters: { category: undefined, majorCategory: undefined } }],
        ],
      ],
    },
  )
})
