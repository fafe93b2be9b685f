import { nairobiClock } from '@marashi/domain/rules/nairobi-time'
import { Check, LoaderCircle, TriangleAlert } from 'lucide-react'
import { settingsCopy } from '../../copy/settings.ts'
import type { SaveState } from './save-progress.ts'
import styles from './settings-page.module.css'

/** How the last save went, in one word and a sign. */
export function SaveStateMark({ state }: { state: SaveState }) {
  return (
    <span role="status" className={styles.state} data-step={state.step}>
      {state.step === 'saving' && (
        <>
          <LoaderCircle size={16} aria-hidden="true" className={styles.spin} />
          {settingsCopy.saving}
        </>
      )}
      {state.step === 'saved' && (
        <>
          <Check size={16} strokeWidth={2.5} aria-hidden="true" />
          {settingsCopy.saved(nairobiClock(state.at))}
        </>
      )}
      {state.step === 'failed' && (
        <>
          <TriangleAlert size={16} aria-hidden="true" />
          {settingsCopy.notSaved}
        </>
      )}
    </span>
  )
}
