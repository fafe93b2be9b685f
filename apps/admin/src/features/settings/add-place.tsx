import type { PlaceSetting } from '@marashi/domain/rules/settings/delivery'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { settingsCopy } from '../../copy/settings.ts'
import { AskBeforeLeaving } from '../../lib/forms/unsaved-question.tsx'
import { useNotifyFailure } from '../../lib/notify/use-notify-failure.ts'
import type { SaveFailure } from './save-progress.ts'
import styles from './settings-page.module.css'
import { amountOf } from './text-setting.tsx'

const copy = settingsCopy.place

/**
 * Adds a place by its name and fee; it is on at once. Beside boxes that save themselves it asks before the page is left with a place
 * that was not added.
 */
export function AddPlace({
  places,
  onAdd,
}: {
  places: readonly PlaceSetting[]
  /** Answers null where it was added. */
  onAdd: (place: PlaceSetting) => Promise<SaveFailure | null>
}) {
  const [name, setName] = useState('')
  const [fee, setFee] = useState('')
  const [problem, setProblem] = useState<{ name?: string; fee?: string }>()
  const [adding, setAdding] = useState<{ name: string; fee: string } | null>(null)
  const [failed, setFailed] = useState<PlaceSetting | null>(null)

  const nameField = useRef<HTMLInputElement>(null)
  const feeField = useRef<HTMLInputElement>(null)
  const isShown = useRef(false)
  const notifyFailure = useNotifyFailure()
  const isTyped = name.trim() !== '' || fee.trim() !== ''
  const isOnItsWay = adding?.name === name && adding.fee === fee

  // A screen reader reads the message with the field.
  useEffect(() => {
    if (problem) (problem.name ? nameField : feeField).current?.focus()
  }, [problem])

  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  /** Whether `each` is what is typed, from a try whose answer was lost. */
  const isAdded = (each: PlaceSetting, place: PlaceSetting | null) =>
    failed !== null && place !== null && isSamePlace(failed, place) && isSamePlace(each, place)

  async function add(event: FormEvent) {
    event.preventDefault()
    if (adding) return
    const shillings = amountOf(fee)
    const place = placeFrom(name.trim(), shillings ?? 0)
    const isTaken = places.some(
      (each) =>
        (each.id === place?.id || each.name.toLowerCase() === name.trim().toLowerCase()) && !isAdded(each, place),
    )
    if (!place || isTaken) return setProblem({ name: isTaken ? copy.nameTaken : copy.needsName })
    if (typeof shillings !== 'number') return setProblem({ fee: copy.needsFee })
    setProblem(undefined)
    setAdding({ name, fee })
    const failure = await onAdd(place)
    if (failure && !isShown.current) return notifyFailure(undefined, settingsCopy.lost)
    setAdding(null)
    setFailed(failure && place)
    if (failure) return setProblem({ [failure.path?.endsWith('.fee') ? 'fee' : 'name']: failure.message })
    // What was typed meanwhile is the next place.
    setName((now) => (now === name ? '' : now))
    setFee((now) => (now === fee ? '' : now))
  }

  return (
    <form className={styles.add} onSubmit={(event) => void add(event)} noValidate>
      <div className={styles.newPair}>
        <Field label={copy.newName} error={problem?.name}>
          <Input
            ref={nameField}
            autoComplete="off"
            maxLength={40}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field label={copy.newFee} error={problem?.fee}>
          <Input
            ref={feeField}
            inputMode="numeric"
            autoComplete="off"
            value={fee}
            onChange={({ target }) => setFee(target.value)}
          />
        </Field>
      </div>
      <Button type="submit" variant="outline" isBusy={adding !== null}>
        <Plus size={18} aria-hidden="true" />
        {copy.add}
      </Button>
      <AskBeforeLeaving isDirty={isTyped && !isOnItsWay} />
    </form>
  )
}

/** Whether one is the other as it is added. */
export const isSamePlace = (one: PlaceSetting, other: PlaceSetting): boolean =>
  one.id === other.id && one.name === other.name && one.fee === other.fee

/** Null where the name holds no letter that an id can begin with. */
function placeFrom(name: string, fee: number): PlaceSetting | null {
  const id = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-\d]+|-+$/g, '')
    .slice(0, 40)
  if (!id) return null
  return { id, name, fee, promise: '', sameDayUntil: '', freeOver: null, note: '', isActive: true }
}
