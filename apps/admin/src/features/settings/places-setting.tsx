import { placeName } from '@marashi/domain/rules/delivery-fee'
import { formatKsh } from '@marashi/domain/rules/money'
import type { PlaceSetting } from '@marashi/domain/rules/settings/delivery'
import { useState } from 'react'
import { settingsCopy } from '../../copy/settings.ts'
import { AddPlace, isSamePlace } from './add-place.tsx'
import { ChangeNote } from './change-note.tsx'
import { moveUp } from './move-up.ts'
import { fieldOf, placeAndField, placeWords } from './place-boxes.ts'
import { PlaceRow } from './place-row.tsx'
import type { TypedOver } from './save-progress.ts'
import { SaveStateMark } from './save-state.tsx'
import styles from './settings-page.module.css'
import { useSetting } from './use-setting.ts'

const copy = settingsCopy.place

/** Where the shop delivers to: each place with its fee and promise, in the order in which shoppers see them. */
export function PlacesSetting() {
  const { record, state, refusals, save, undo } = useSetting('delivery.places')
  const { value: places, lastChange } = record
  const [touched, setTouched] = useState<string | null>(null)
  const refused = state.step === 'failed' && state.field !== undefined ? placeAndField(state.field) : undefined
  // What could not be saved is said where it is, else the place that was touched last shows how its save went.
  const shownAt = refused ? refused.id : touched
  const change = lastChange && differenceOf(lastChange.before, places)

  function saveList(
    id: string | null,
    next: (list: PlaceSetting[]) => PlaceSetting[],
    typed?: TypedOver<PlaceSetting[]>,
  ) {
    setTouched(id)
    return save(next, typed)
  }

  function savePart(id: string, part: Partial<PlaceSetting>, typed?: TypedOver<PlaceSetting>) {
    const change = (list: PlaceSetting[]) => list.map((each) => (each.id === id ? { ...each, ...part } : each))
    if (!typed) return saveList(id, change)
    const of = (list: PlaceSetting[]) => list.filter((each) => each.id === id).map(typed.of)[0] ?? null
    return saveList(id, change, { ...typed, field: fieldOf(id, typed.field), of })
  }

  const noteOf = (id: string | null) => {
    const isTouched = shownAt === id && state.step === 'failed'
    const isChanged = change?.id === id
    if (!isTouched && !isChanged) return null
    const place = places.find((each) => each.id === id)
    return (
      <ChangeNote
        state={isTouched ? state : { step: 'idle' }}
        still={place ? placeWords(place, refused?.field) : settingsCopy.sections.delivery}
        change={isChanged ? lastChange : null}
        was={change?.was ?? ''}
        onUndo={() => {
          setTouched(id)
          undo()
        }}
      />
    )
  }

  return (
    <>
      <ul className={styles.places}>
        {places.map((place, index) => (
          <PlaceRow
            key={place.id}
            place={place}
            state={shownAt === place.id ? state : { step: 'idle' }}
            refusals={refusals}
            onSave={(part, typed) => savePart(place.id, part, typed)}
            onUp={index > 0 ? () => void saveList(null, moveUp(place.id, idOf)) : null}
          >
            {noteOf(place.id)}
          </PlaceRow>
        ))}
      </ul>
      {shownAt === null && <SaveStateMark state={state} />}
      {noteOf(null)}
      <AddPlace
        places={places}
        onAdd={(place) =>
          saveList(place.id, (list) => (list.some((each) => isSamePlace(each, place)) ? list : [...list, place]))
        }
      />
    </>
  )
}

const idOf = ({ id }: PlaceSetting) => id

/** The first place that differs and how it was; no place where the order differs or one came. */
function differenceOf(before: PlaceSetting[], now: PlaceSetting[]): { id: string | null; was: string } {
  for (const place of now) {
    const old = before.find(({ id }) => id === place.id)
    if (!old) return { id: place.id, was: '' }
    if (old.fee !== place.fee) return { id: place.id, was: copy.feeWas(formatKsh(old.fee)) }
    if (old.isActive !== place.isActive) return { id: place.id, was: settingsCopy.was(old.isActive ? 'on' : 'off') }
    for (const field of ['promise', 'sameDayUntil', 'name', 'note'] as const) {
      if (old[field] !== place[field]) return { id: place.id, was: settingsCopy.was(old[field] || settingsCopy.empty) }
    }
    if (old.freeOver !== place.freeOver) {
      return {
        id: place.id,
        was: settingsCopy.was(old.freeOver === null ? settingsCopy.empty : formatKsh(old.freeOver)),
      }
    }
  }
  return { id: null, was: settingsCopy.was(before.map(({ id, name }) => name || placeName(id)).join(', ')) }
}
