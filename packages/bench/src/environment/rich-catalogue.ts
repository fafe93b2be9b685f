import { newClient } from '@marashi/postgres/connection'
import { chanceOf } from './chance.ts'
import { categories } from './product-words.ts'

/** A catalogue of many words: names in a dozen languages, descriptions of many writers, misspellings. */
export interface RichCatalogue {
  products: number
  words: number
}

const COMMON_WORDS = 300
const WORDS_OF_NAME = 3
const WORDS_OF_DESCRIPTION = 27

/** Inserts it into an empty, migrated database, the same every time. */
export async function insertRichCatalogue(databaseUrl: string, { products, words }: RichCatalogue): Promise<void> {
  const chance = chanceOf(42)
  const vocabulary = inventedWords(words, chance)
  const { common, rare } = { common: vocabulary.slice(0, COMMON_WORDS), rare: vocabulary.slice(COMMON_WORDS) }
  // In a text four of ten words are common ones, and some of these far more than others.
  const word = () => (chance() < 0.4 ? pick(common, chance() ** 2) : pick(rare, chance()))
  const text = (length: number) => Array.from({ length }, word).join(' ')
  const perfumes = Array.from({ length: products }, (_, nth) => ({
    name: `${text(WORDS_OF_NAME)} ${nth}`,
    description: text(WORDS_OF_DESCRIPTION),
    category: categories[nth % categories.length],
  }))
  const client = newClient(databaseUrl)
  await client.connect()
  try {
    await client.query('insert into categories (name) select unnest($1::text[])', [categories])
    await client.query(
      `insert into products (name, description, category, category_id, price, image)
       select given.name, given.description, c.name, c.id, 4500, '/media/bottle-1/1080.jpg'
       from unnest($1::text[], $2::text[], $3::text[]) given (name, description, category)
       join categories c on c.name = given.category`,
      [
        perfumes.map(({ name }) => name),
        perfumes.map(({ description }) => description),
        perfumes.map(({ category }) => category),
      ],
    )
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

const consonants = 'b c d f g h j k l m n p r s t v w z br ch dr fl gr kh kr mb nd ng pr sh st th tr'.split(' ')
const vowels = 'a e i o u a e i o ai ou ee'.split(' ')
const endings = ['', '', '', 'n', 'r', 's', 'l', 't', 'm', 'nd', 'sh']

/** Different words of one to four syllables. */
function inventedWords(count: number, chance: () => number): string[] {
  const words = new Set<string>()
  while (words.size < count) {
    const syllables = Array.from(
      { length: 1 + Math.floor(chance() * 3.2) },
      () => pick(consonants, chance()) + pick(vowels, chance()),
    )
    const word = syllables.join('') + pick(endings, chance())
    if (word.length >= 3) words.add(word)
  }
  return [...words]
}

const pick = (from: readonly string[], share: number): string => from[Math.floor(share * from.length)] as string
