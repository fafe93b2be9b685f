import { formatKsh } from '@marashi/domain/rules/money'
import type { PlaceSetting } from '@marashi/domain/rules/settings/delivery'
import { settingsCopy } from '../../copy/settings.ts'
import { amountOf } from './text-setting.tsx'

const copy = settingsCopy.place

/** What a box of a place is called among those of all places. */
export const fieldOf = (id: string, field: string): string => `${id}.${field}`

/** The other way round. */
export function placeAndField(name: string): { id: string; field: string } {
  const end = name.lastIndexOf('.')
  return { id: name.slice(0, end), field: name.slice(end + 1) }
}

/** A box of a place. */
export type Box = {
  /** What the box shows. */
  of: (place: PlaceSetting) => string
  /** What is saved for what was typed. */
  part: (typed: string) => Partial<PlaceSetting>
  hint?: string
  inputMode?: 'numeric'
  maxLength?: number
  placeholder?: string
}

/**
 * What a place is, in words: "Thika, Ksh 400, Note: Ring twice, Off". A box that is empty is left out, unless it is the `asked`
 * one.
 */
export function placeWords(place: PlaceSetting, asked?: string): string {
  const named = (['promise', 'sameDayUntil', 'freeOver', 'note'] as const).flatMap((field) => {
    const text = boxes[field].of(place)
    return text || field === asked ? `${copy[field]}: ${text || settingsCopy.empty}` : []
  })
  return [place.name, formatKsh(place.fee), ...named, ...(place.isActive ? [] : [copy.off])].join(', ')
}

/** The boxes of a place, by its fields. */
export const boxes = {
  fee: {
    of: ({ fee }) => String(fee),
    part: (typed) => ({ fee: amountOf(typed) as number }),
    inputMode: 'numeric',
  },
  promise: {
    of: ({ promise }) => promise,
    part: (promise) => ({ promise }),
    maxLength: 60,
    placeholder: copy.promiseExample,
  },
  name: { of: ({ name }) => name, part: (name) => ({ name }), maxLength: 40 },
  sameDayUntil: {
    of: ({ sameDayUntil }) => sameDayUntil,
    part: (typed) => ({ sameDayUntil: typed === '' ? '' : typed.padStart(5, '0') }),
    hint: copy.sameDayHint,
    maxLength: 5,
  },
  freeOver: {
    of: ({ freeOver }) => (freeOver === null ? '' : String(freeOver)),
    part: (typed) => ({ freeOver: amountOf(typed) }),
    inputMode: 'numeric',
  },
  note: { of: ({ note }) => note, part: (note) => ({ note }), maxLength: 120 },
} satisfies Record<string, Box>
