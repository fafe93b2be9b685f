import { parse } from 'csv-parse/sync'
import type { FeedRow } from '../modules/catalogue/feed/feed-row.ts'

/** The rows of a feed by the product's id, as a program reads them that knows tabs and quotation marks. */
export const feedRows = (file: string): Map<string, FeedRow> =>
  new Map(parse(file, { delimiter: '\t', columns: true }).map((row) => [(row as FeedRow).id, row as FeedRow]))
