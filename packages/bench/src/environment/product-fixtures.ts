import { guessAudience } from '@marashi/domain/rules/audience'
import { newClient } from '@marashi/postgres/connection'
import { categories, first, moods, notes, people, second, third } from './product-words.ts'

const REVIEWS_PER_PRODUCT = 4

/**
 * Inserts `count` made-up perfumes with four reviews each, three of them public, into an empty, migrated database. They
 * are the same every time.
 */
export async function insertProductFixtures(databaseUrl: string, count: number): Promise<void> {
  const client = newClient(databaseUrl)
  await client.connect()
  try {
    await client.query('insert into categories (name) select unnest($1::text[])', [categories])
    await client.query(
      `insert into products (name, description, category, category_id, major_category, price, original_price, image,
                             is_new, created_at)
       select given.name, given.description, given.category, c.id, given.audience, 1500 + (given.nth * 37 % 180) * 50,
              case when given.nth % 3 = 0 then 12000 end, '/media/bottle-' || given.nth % 48 || '/1080.jpg',
              given.nth % 8 = 0, now() - make_interval(mins => given.nth)
       from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[])
            as given (nth, name, description, category, audience)
       join categories c on c.name = given.category`,
      columnsOf(Array.from({ length: count }, (_, nth) => perfume(nth))),
    )
    await client.query(
      `insert into reviews (product_id, rating, content, customer_name, status)
       select p.id, 3 + nth % 3, 'It lasts the whole day and people ask for its name.', 'Amina',
              case when nth = 1 then 'pending' else 'approved' end
       from products p, generate_series(1, $1) nth`,
      [REVIEWS_PER_PRODUCT],
    )
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

interface Perfume {
  nth: number
  name: string
  description: string
  category: string
  audience: string
}

/** The strides share no factor with the lengths of the lists: no name comes twice, and words meet in new combinations. */
function perfume(nth: number): Perfume {
  const names = nth * 7_919
  const name = [
    pick(first, names),
    pick(second, names / first.length),
    pick(third, names / first.length / second.length),
  ].join(' ')
  const scent = `${pick(notes, nth * 5)} and ${pick(notes, nth * 7 + 3)} over ${pick(notes, nth * 11 + 7)}`
  const description = `${pick(moods, nth)}: ${scent}, ${pick(people, nth)}.`
  const category = pick(categories, nth)
  return { nth, name, description, category, audience: guessAudience({ name, description, category }) }
}

const pick = (words: readonly string[], nth: number): string => words[Math.floor(nth) % words.length] as string

const columnsOf = (perfumes: readonly Perfume[]): unknown[][] =>
  (['nth', 'name', 'description', 'category', 'audience'] as const).map((column) =>
    perfumes.map((each) => each[column]),
  )
