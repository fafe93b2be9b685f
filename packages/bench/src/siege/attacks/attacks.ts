import type { Attack } from '../attack.ts'
import { killDatabase, slowDisk } from './database.ts'
import { floodOf } from './floods.ts'
import { cutListener, silenceListener } from './listener.ts'
import { guessPasswords } from './passwords.ts'
import { dripBodies, holdSockets, pipeline, sendCrumbs, sendHugeBodies } from './raw-clients.ts'
import { slowGateway, slowMail } from './slow-partners.ts'

const BOTNET = 2_000

/** Everything that the siege throws at the shop, in its order. */
export const attacks: Record<string, Attack> = {
  pages: floodOf('pages', { networks: BOTNET }),
  'pages-from-one': floodOf('pages', { networks: 1 }),
  lists: floodOf('lists', { networks: BOTNET }),
  marks: floodOf('marks', { networks: BOTNET }),
  noise: floodOf('noise', { networks: BOTNET }),
  searches: floodOf('searches', { networks: BOTNET }),
  unknown: floodOf('unknown', { networks: BOTNET }),
  passwords: guessPasswords,
  reviews: floodOf('reviews', { networks: 10, perSecond: 100 }),
  quotes: floodOf('quotes', { networks: 10 }),
  prompts: floodOf('prompts', { networks: 10, perSecond: 100 }),
  'huge-bodies': sendHugeBodies,
  'slow-bodies': dripBodies,
  crumbs: sendCrumbs,
  pipelined: pipeline,
  sockets: holdSockets,
  callbacks: floodOf('callbacks', { networks: 10, perSecond: 200 }),
  webhooks: floodOf('webhooks', { networks: 10, perSecond: 200 }),
  database: killDatabase,
  'slow-disk': slowDisk,
  'listener-cut': cutListener,
  'listener-silent': silenceListener,
  gateway: slowGateway,
  mail: slowMail,
}
