import type { PlaceSetting } from '@marashi/domain/rules/settings/delivery'
import { Button } from '@marashi/ui/button'
import { Field } from '@marashi/ui/field'
import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { settingsCopy } from '../../copy/settings.ts'
import { BlurInput } from './blur-input.tsx'
import { SaveStateMark } from './save-state.tsx'
import styles from './settings-page.module.css'
import { amountOf } from './text-setting.tsx'
import type { SaveState } from './use-setting.ts'

const copy = settingsCopy.place

/** One place. Fee and promise are in reach; what seldom changes is folded up. */
export function PlaceRow({
  place,
  state,
  onSave,
  onUp,
  children,
}: {
  place: PlaceSetting
  state: SaveState
  onSave: (part: Partial<PlaceSetting>) => Promise<boolean>
  /** Null for the first place. */
  onUp: (() => void) | null
  children: ReactNode
}) {
  const { name, fee, promise, sameDayUntil, freeOver, note, isActive } = place
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
        <Field label={copy.fee}>
          <BlurInput
            inputMode="numeric"
            value={String(fee)}
            onSave={(typed) => onSave({ fee: amountOf(typed) as number })}
          />
        </Field>
        <Field label={copy.promise}>
          <BlurInput
            value={promise}
            maxLength={60}
            placeholder={copy.promiseExample}
            onSave={(typed) => onSave({ promise: typed })}
          />
        </Field>
      </div>
      {children}
      <details className={styles.more}>
        <summary>{copy.more}</summary>
        <Field label={copy.name}>
          <BlurInput value={name} maxLength={40} onSave={(typed) => onSave({ name: typed })} />
        </Field>
        <Field label={copy.sameDayUntil} hint={copy.sameDayHint}>
          <BlurInput
            maxLength={5}
            value={sameDayUntil}
            onSave={(typed) => onSave({ sameDayUntil: typed === '' ? '' : typed.padStart(5, '0') })}
          />
        </Field>
        <Field label={copy.freeOver}>
          <BlurInput
            inputMode="numeric"
            value={freeOver === null ? '' : String(freeOver)}
            onSave={(typed) => onSave({ freeOver: amountOf(typed) })}
          />
        </Field>
        <Field label={copy.note}>
          <BlurInput value={note} maxLength={120} onSave={(typed) => onSave({ note: typed })} />
        </Field>
      </details>
    </li>
  )
}
