/**
 * Whom a limit counts. A network is an IPv4 address or the /64 of an IPv6 one; a subnet is the /24 of an IPv4 address or
 * the /64 of an IPv6 one.
 */
type Counted =
  | 'network'
  | 'subnet'
  | 'network and product'
  | 'network or known browser'
  | 'phone'
  | 'e-mail address'
  | 'order'
  | 'session'
  | 'key'
  | 'all'

export interface LimitRow {
  /** What is counted, for the owner. */
  what: string
  who: Counted
  most: number
  seconds: number
  /** A key of the API that may write there is not held to it; any other key is, as a visitor is. */
  area?: 'orders' | 'reviews'
  /**
   * `process`: every request, when it arrives, in the memory of each process. `database`: what is allowed and done, for all
   * processes together. `records`: the rows that the deed itself leaves behind.
   */
  kept: 'process' | 'database' | 'records'
  /** The owner's own number, or off. */
  variable?: string
  /** Off elsewhere, so that a load test can be run. */
  isForProduction?: true
  /** What a shopper reads; a limit without one only slows down, or has words of its own. */
  message?: string
  why: string
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/**
 * Every limit of the shop, for both transports: whom it counts, how many in how long, and why. `docs/operations.md` shows
 * this table, and a test refuses a public mutation without a row.
 */
export const limitTable = {
  passwords: {
    what: 'Wrong passwords',
    who: 'network or known browser',
    most: 5,
    seconds: 15 * MINUTE,
    kept: 'records',
    variable: 'LIMIT_LOGINS',
    message: 'Too many wrong passwords. Please try again later.',
    why: 'Nobody guesses the password; the owner mistypes it.',
  },
  allPasswords: {
    what: 'Wrong passwords of everybody, before whoever has guessed is heard once a second',
    who: 'all',
    most: 50,
    seconds: 15 * MINUTE,
    kept: 'records',
    why: 'A botnet has many networks. Known browsers and first guesses are not slowed.',
  },
  logouts: {
    what: 'Logouts',
    who: 'network',
    most: 60,
    seconds: MINUTE,
    kept: 'process',
    message: 'Too many requests. Please try again in a moment.',
    why: 'Each one writes to the database.',
  },
  orders: {
    what: 'Orders',
    who: 'network',
    area: 'orders',
    most: 20,
    seconds: HOUR,
    kept: 'database',
    variable: 'LIMIT_ORDERS',
    isForProduction: true,
    message: 'Too many orders from here. Please try again later.',
    why: 'One script would bury the real orders.',
  },
  ordersOfKey: {
    what: 'Orders with a key of the API',
    who: 'key',
    most: 300,
    seconds: HOUR,
    kept: 'database',
    message: 'Too many orders with this key. Please try again later.',
    why: 'A script that runs wild would bury the real orders. A till in the shop has many customers at one address.',
  },
  deliveryOrdersOfShop: {
    what: 'Orders of everybody that wait to be paid on delivery',
    who: 'all',
    area: 'orders',
    most: 300,
    seconds: DAY,
    kept: 'records',
    variable: 'LIMIT_DELIVERY_ORDERS',
    isForProduction: true,
    message: 'Pay on delivery is not available at the moment. Please choose another way to pay.',
    why: 'Whoever has many networks would hold the stock and bury the real orders all the same. A phone that had an order paid or delivered here still orders, while fewer than five of its own wait.',
  },
  renders: {
    what: 'Pages that are made afresh: nobody has opened them since the catalogue changed',
    who: 'subnet',
    most: 100,
    seconds: 1,
    kept: 'process',
    variable: 'LIMIT_RENDERS',
    isForProduction: true,
    message: 'Too many pages were opened from here at once. Please try again in a moment.',
    why: 'A thousand a second take a whole core. A carrier’s subnet holds thousands of phones, but what they open is mostly there already and does not count.',
  },
  quotes: {
    what: 'Prices of a cart, also those of an order that is tried',
    who: 'network',
    area: 'orders',
    most: 300,
    seconds: MINUTE,
    kept: 'process',
    variable: 'LIMIT_QUOTES',
    isForProduction: true,
    message: 'Too many requests from here. Please try again in a moment.',
    why: 'Each one asks the database. Many phones share one address of their carrier.',
  },
  prompts: {
    what: 'M-Pesa prompts',
    who: 'network',
    area: 'orders',
    most: 60,
    seconds: HOUR,
    kept: 'database',
    variable: 'LIMIT_PROMPTS',
    isForProduction: true,
    message: 'Too many payment prompts from here. Please try again later, or choose another way to pay.',
    why: 'Strangers’ phones would ring, and Safaricom would block the shop.',
  },
  promptsOfKey: {
    what: 'M-Pesa prompts with a key of the API',
    who: 'key',
    most: 300,
    seconds: HOUR,
    kept: 'database',
    message: 'Too many payment prompts with this key. Please try again later, or choose another way to pay.',
    why: 'A script that runs wild would ring strangers’ phones, and Safaricom would block the shop.',
  },
  promptsOfPhone: {
    what: 'M-Pesa prompts, one at a time',
    who: 'phone',
    most: 3,
    seconds: 10 * MINUTE,
    kept: 'records',
    message: 'Too many payment prompts. Please wait a while and try again.',
    why: 'A phone shows one prompt at a time.',
  },
  unpaidPromptsOfPhone: {
    what: 'M-Pesa prompts that were not paid',
    who: 'phone',
    most: 10,
    seconds: DAY,
    kept: 'records',
    message: 'Too many payment prompts. Please wait a while and try again.',
    why: 'Nobody can have a stranger’s phone ring all day.',
  },
  promptsOfOrder: {
    what: 'M-Pesa prompts, one at a time',
    who: 'order',
    most: 5,
    seconds: HOUR,
    kept: 'records',
    message: 'Too many payment prompts. Please wait a while and try again.',
    why: 'Whoever has not paid by then pays in another way.',
  },
  promptsOfShop: {
    what: 'M-Pesa prompts of everybody that were not paid, less two for each that was',
    who: 'all',
    most: 1_000,
    seconds: HOUR,
    kept: 'records',
    variable: 'LIMIT_SHOP_PROMPTS',
    isForProduction: true,
    message: 'Payment prompts cannot be sent at the moment. Please choose another way to pay.',
    why: 'Whoever has many networks would have strangers’ phones ring all the same. A phone that has paid here before is still asked.',
  },
  receipts: {
    what: 'Typed M-Pesa receipts',
    who: 'network',
    area: 'orders',
    most: 30,
    seconds: HOUR,
    kept: 'database',
    variable: 'LIMIT_RECEIPTS',
    isForProduction: true,
    message: 'Too many codes from here. Please try again later, or contact us.',
    why: 'Receipts of others are not to be guessed.',
  },
  receiptsOfOrder: {
    what: 'Typed M-Pesa receipts',
    who: 'order',
    most: 5,
    seconds: HOUR,
    kept: 'records',
    message: 'Too many codes for this order. Please wait a while, or contact us.',
    why: 'Ten letters and digits cannot be guessed, and a shopper who mistypes needs a few tries.',
  },
  paymentSteps: {
    what: 'Steps of a payment: prompts and receipts that are tried, the card’s form, giving up, another way to pay',
    who: 'network',
    area: 'orders',
    most: 120,
    seconds: MINUTE,
    kept: 'process',
    variable: 'LIMIT_PAYMENT_STEPS',
    isForProduction: true,
    message: 'Too many requests from here. Please try again in a moment.',
    why: 'Each one waits for the row of its order, also where it is refused, and may ask Stripe, which answers the whole shop 100 times a second.',
  },
  cardConfirmations: {
    what: 'Reports of browsers that a card was charged',
    who: 'network',
    area: 'orders',
    most: 1_200,
    seconds: MINUTE,
    kept: 'process',
    variable: 'LIMIT_CARD_CONFIRMATIONS',
    isForProduction: true,
    message: 'Too many requests from here. Please try again in a moment.',
    why: 'A browser reports every two seconds until its card is certain, and many share one address of their carrier. One network can have Stripe asked 20 times a second, a fifth of what it answers.',
  },
  orderPageGuesses: {
    what: 'Links of order pages that lead nowhere',
    who: 'network',
    area: 'orders',
    most: 60,
    seconds: MINUTE,
    kept: 'process',
    message: 'Too many links from here that lead nowhere. Please try again in a moment.',
    why: 'Nobody guesses 256 bits, and each try asks the database. A link that leads to an order is never refused.',
  },
  cardChecks: {
    what: 'Questions to Stripe whether a card was charged',
    who: 'order',
    most: 1,
    seconds: 1,
    kept: 'records',
    why: 'A browser that asks in a loop gets the same answer.',
  },
  reviews: {
    what: 'Reviews',
    who: 'network and product',
    area: 'reviews',
    most: 3,
    seconds: HOUR,
    kept: 'database',
    variable: 'LIMIT_REVIEWS',
    message: 'Too many reviews from here. Please try again later.',
    why: 'Somebody has to read them.',
  },
  reviewsOfNetwork: {
    what: 'Reviews of all products together',
    who: 'network',
    area: 'reviews',
    most: 20,
    seconds: HOUR,
    kept: 'database',
    variable: 'LIMIT_NETWORK_REVIEWS',
    isForProduction: true,
    message: 'Too many reviews from here. Please try again later.',
    why: 'With three of each product a script would leave thousands. Many phones share one address of their carrier.',
  },
  reviewsOfKey: {
    what: 'Reviews with a key of the API',
    who: 'key',
    most: 300,
    seconds: HOUR,
    kept: 'database',
    message: 'Too many reviews with this key. Please try again later.',
    why: 'Somebody has to read them. A program that brings those of another shop has many.',
  },
  unpaidEmails: {
    what: 'E-mails that an order was received which is not paid',
    who: 'e-mail address',
    most: 5,
    seconds: DAY,
    kept: 'records',
    why: 'Whoever orders types the address: nobody can have the shop write to a stranger all day. Capitals, what follows a + before the @, and dots before the @ of Gmail, make no other address. The page of the order says the same, and a receipt always comes.',
  },
  unpaidEmailsOfShop: {
    what: 'The same e-mails to all addresses together',
    who: 'all',
    most: 1_000,
    seconds: DAY,
    kept: 'records',
    variable: 'LIMIT_UNPAID_EMAILS',
    why: 'A mail server that is made to write to strangers is blocked, and with it the receipts. The page of the order says the same.',
  },
  uploads: {
    what: 'Pictures that the administrator uploads',
    who: 'session',
    most: 300,
    seconds: HOUR,
    kept: 'process',
    variable: 'LIMIT_UPLOADS',
    message: 'Too many pictures at once. Please go on in a while.',
    why: 'A stolen session would fill the disk.',
  },
  keys: {
    what: 'Requests with a key of the API',
    who: 'key',
    most: 600,
    seconds: MINUTE,
    kept: 'process',
    variable: 'LIMIT_KEYS',
    message: 'Too many requests with this key. Please slow down.',
    why: 'A script that runs wild must not hold up shoppers.',
  },
  webhooks: {
    what: 'Webhooks that were refused: unknown secret addresses, wrong signatures',
    who: 'network',
    most: 600,
    seconds: 10,
    kept: 'process',
    variable: 'LIMIT_WEBHOOKS',
    message: 'Too many requests that were refused.',
    why: 'Each one asks the database. What a gateway really sends is never counted.',
  },
  docs: {
    what: 'Pages and files of the API reference',
    who: 'network',
    most: 120,
    seconds: MINUTE,
    kept: 'process',
    variable: 'LIMIT_DOCS',
    isForProduction: true,
    message: 'Too many requests from here. Please try again in a moment.',
    why: 'The reference weighs a megabyte.',
  },
  feeds: {
    what: 'Product feeds',
    who: 'network',
    most: 30,
    seconds: MINUTE,
    kept: 'process',
    variable: 'LIMIT_FEEDS',
    isForProduction: true,
    message: 'The feed was fetched too often from here. Please try again in a minute.',
    why: 'After each change of the catalogue the next fetch reads every product. Google and Meta come once an hour at most.',
  },
} as const satisfies Record<string, LimitRow>

type Table = typeof limitTable
export type LimitName = keyof Table
/** The limits whose rows say `kept`. */
type KeptIn<Kept extends LimitRow['kept']> = {
  [Name in LimitName]: Table[Name]['kept'] extends Kept ? Name : never
}[LimitName]
/** Counted when a request arrives, whatever becomes of it. */
export type RequestLimit = KeptIn<'process'>
/** Counted by the verb, once nothing else stands in the way. */
export type DeedLimit = KeptIn<'database'>
/** The variables with which the owner sets limits. */
export type LimitVariable = Extract<Table[LimitName], { variable: string }>['variable']

/** The names of the rows, in the order of the table. */
export const limitNames = Object.keys(limitTable) as LimitName[]
export const rowOf = (name: LimitName): LimitRow => limitTable[name]

/** What a limit's variable says where the owner leaves it empty: "5/900", at most 5 in 900 seconds, or off. */
export const defaultSetting = ({ most, seconds, isForProduction }: LimitRow, isProduction: boolean): string =>
  isForProduction && !isProduction ? 'off' : `${most}/${seconds}`

/** Every variable that sets a limit. */
export const limitVariables: LimitVariable[] = limitNames.flatMap(
  (name) => (rowOf(name).variable ?? []) as LimitVariable[],
)
