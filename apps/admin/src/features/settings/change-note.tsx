import { shopNow } from '@marashi/api-client/shop-clock'
import { monthAndDay, nairobiClock, nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { Button } from '@marashi/ui/button'
import { Undo2 } from 'lucide-react'
import { settingsCopy } from '../../copy/settings.ts'
import type { Refusals, SaveState } from './save-progress.ts'
import styles from './settings-page.module.css'

/**
 * What went wrong with Retry, or who changed it with Undo; nothing where neither is to be said. What was typed into a box is
 * refused at that box (`refusalAt`).
 */
export function ChangeNote({
  state,
  still,
  change,
  was,
  onUndo,
}: {
  state: SaveState
  /** What stays while the change is not saved. */
  still: string
  change: { at: string; isOwn: boolean } | null
  /** What it was before the change. */
  was: string
  onUndo: () => void
}) {
  if (state.step === 'failed') {
    return (
      <div className={styles.note} data-failed="true">
        <span>
          {state.field === undefined && <Refusal message={state.message} />} {settingsCopy.still(still)}
        </span>
        <Button variant="outline" size="small" onClick={state.retry}>
          {settingsCopy.retry}
        </Button>
      </div>
    )
  }
  if (!change) return null
  return (
    <div className={styles.note}>
      <span>
        {settingsCopy.changed(change.isOwn, whenOf(change.at))}
        <br />
        {was}
      </span>
      <Button variant="ghost" size="small" onClick={onUndo}>
        <Undo2 size={16} aria-hidden="true" />
        {settingsCopy.undo}
      </Button>
    </div>
  )
}

/** Why what was typed into a box was refused, as the `error` of its `Field`. */
export function refusalAt(refusals: Refusals, field: string) {
  const message = refusals.get(field)
  return message !== undefined && <Refusal message={message} />
}

/** The save ends when the focus has gone on: a screen reader hears the refusal wherever it is. */
const Refusal = ({ message }: { message: string }) => <span role="alert">{message}</span>

function whenOf(at: string): string {
  const day = nairobiDay(at)
  return `${day === nairobiDay(shopNow()) ? settingsCopy.today : monthAndDay(day)}, ${nairobiClock(at)}`
}
