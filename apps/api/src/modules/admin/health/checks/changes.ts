import { broken, type Finding, fine } from '../finding.ts'

const PART = 'Prices in step'

/**
 * Every process hears when a price or a product changes; one that does not keeps no copies, so it shows no old price and is slow.
 * `unnotified`: how many do not.
 */
export const changesFinding = ({ unnotified }: { unnotified: number }): Finding =>
  unnotified > 0
    ? broken(
        PART,
        `${unnotified === 1 ? 'A process of the shop does' : `${unnotified} processes of the shop do`} not hear that prices have changed, so it keeps no copies and is slow.`,
        'Behind a pooler set DATABASE_DIRECT_URL to PostgreSQL itself. Otherwise the connection comes back by itself within seconds.',
      )
    : fine(PART, 'Changes of the catalogue are heard.')
