import type { PlaceSetting } from '@marashi/domain/rules/settings/delivery'
import { Button } from '@marashi/ui/button'
import { Field } from '@marashi/ui/field'
import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { settingsCopy } from '../../copy/settings.ts'
import { BlurInput } from './blur-input.tsx'
import { refusalAt } from './change-note.tsx'
import { type Box, boxes, fieldOf } from './place-boxes.ts'
import type { Refusals, SaveFailure, SaveState, TypedOver } from './save-progress.ts'
import { SaveStateMark } from './save-state.tsx'
import styles from './settings-page.module.css'

const copy = settingsCopy.place

/** One place. Fee and promise are in reach; what seldom changes is folded up. */
export function PlaceRow({
  place,
  state,
  refusals,
  onSave,
  onUp,
  children,
}: {
  place: PlaceSetting
  state: SaveState
  /** Of all places. */
  refusals: Refusals
  onSave: (part: Partial<PlaceSetting>, typed?: TypedOver<PlaceSetting>) => Promise<SaveFailure | null>
  /** Null for the first place. */
  onUp: (() => void) | null
  children: ReactNode
}) {
  const { name, isActive } = place
  const box = (field: keyof typeof boxes) => {
    const { hint, of, part, ...input }: Box = boxes[field]
    return (
      <Field label={copy[field]} hint={hint} error={refusalAt(refusals, fieldOf(place.id, field))}>
        <BlurInput {...input} value={of(place)} onSave={(typed, was) => onSave(part(typed), { field, of, was })} />
      </Field>
    )
  }
  return (
    <li className={styles.place} data-off={!isActive}>
      <div className={styles.head}>
        <h3 className={styles.placeName}>{name}</h3>
        <SaveStateMark state={state} />
        {onUp && (
          <Button variant="ghost" isIcon aria-label={copy.up(name)} onClick={onUp}>
            <ArrowUp size={20} aria-hidden="true" />
          </Button>
        )}
        <label className={styles.switch}>
          <input
            type="checkbox"
            aria-label={copy.on(name)}
            checked={isActive}
            onChange={({ target }) => void onSave({ isActive: target.checked })}
          />
        </label>
      </div>
      <div className={styles.pair}>
        {box('fee')}
        {box('promise')}
      </div>
      {children}
      <details className={styles.more}>
        <summary>{copy.more}</summary>
        {box('name')}
        {box('sameDayUntil')}
        {box('freeOver')}
        {box('note')}
      </details>
    </li>
  )
}
