import type { Perfume } from './perfume.ts'

/** What of the 800x1000 picture is shown: x, y, width and height, always 4:5. */
export const views = {
  whole: [0, 0, 800, 1000],
  label: [200, 395, 400, 500],
  cap: [240, 200, 320, 400],
} as const satisfies Record<string, readonly [number, number, number, number]>
export type View = keyof typeof views

/** The last to come, so that home leads to perfumes with several pictures; each one more takes the first start time. */
const PORTRAYED_DAYS = 18

/** The pictures of a perfume, in their order. */
export const viewsOf = ({ addedDaysAgo }: Pick<Perfume, 'addedDaysAgo'>): readonly View[] =>
  addedDaysAgo <= PORTRAYED_DAYS ? ['whole', 'label', 'cap'] : ['whole']

/** What a picture shows; the whole perfume needs no words beside its name. */
export const wordsOf = (name: string, view: View): string | null =>
  view === 'whole' ? null : `${name}: the ${view} from near`
