import { guessAudience } from '@marashi/domain/rules/audience'
import pg from 'pg'

// Few words, as in a real shop: a search for one of them finds many perfumes, and two of them far fewer.
const first = ['Oud', 'Amber', 'Rose', 'Musk', 'Saffron', 'Jasmine', 'Sandalwood', 'Vetiver', 'Bakhoor', 'Neroli']
const second = [
  'Zahra',
  'Malaki',
  'Sahara',
  'Layali',
  'Pwani',
  'Nur',
  'Safari',
  'Karibu',
  'Majlis',
  'Almasi',
  'Dhahabu',
]
const third = [
  'Intense',
  'Elixir',
  'Royale',
  'Noir',
  'Absolu',
  'Reserve',
  'Blanc',
  'Extrait',
  'Legend',
  'Nights',
  'Mist',
  'Attar',
  'Classic',
]
const notes = [
  'cardamom',
  'bergamot',
  'patchouli',
  'tonka',
  'vanilla',
  'leather',
  'frankincense',
  'myrrh',
  'cedar',
  'incense',
  'orange blossom',
  'pink pepper',
  'iris',
  'tobacco',
  'honey',
  'cinnamon',
  'ylang',
]
const moods = [
  'A warm evening in Lamu',
  'A walk after the long rains',
  'A quiet Friday majlis',
  'A bright morning on the coast',
  'A wedding night in Mombasa',
  'A slow afternoon under the mango tree',
  'A moment of calm in the city',
]
const people = ['for men', 'for women', 'for everyone', 'for men and women']
const categories = [
  'Oud and Woods',
  'Rose and Florals',
  'Amber and Spice',
  'Musk and Vanilla',
  'Citrus and Sea',
  'Gifts',
]

const REVIEWS_PER_PRODUCT = 4

/**
 * Puts `count` made-up perfumes with four reviews each (three of them public) onto the empty shelves of a migrated
 * database, the same ones every time.
 */
export async function fillShelves(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
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

function perfume(nth: number): Perfume {
  const name = `${pick(first, nth)} ${pick(second, nth)} ${pick(third, nth)} No ${nth + 1}`
  const mood = pick(moods, nth)
  const description = `${mood}: ${pick(notes, nth)} and ${pick(notes, nth * 3 + 5)} over ${pick(notes, nth * 7 + 2)}, ${pick(people, nth)}.`
  const category = pick(categories, nth)
  return { nth, name, description, category, audience: guessAudience({ name, description, category }) }
}

const pick = (words: readonly string[], nth: number): string => words[nth % words.length] as string

const columnsOf = (perfumes: readonly Perfume[]): unknown[][] =>
  (['nth', 'name', 'description', 'category', 'audience'] as const).map((column) =>
    perfumes.map((each) => each[column]),
  )
