import type { SettingKey } from '@marashi/domain/rules/settings/groups'
import { typedNumber } from '@marashi/domain/rules/typed-number'
import { Field } from '@marashi/ui/field'
import { settingsCopy } from '../../copy/settings.ts'
import { BlurInput } from './blur-input.tsx'
import { ChangeNote, refusalAt } from './change-note.tsx'
import { SaveStateMark } from './save-state.tsx'
import styles from './settings-page.module.css'
import { type Saved, useSetting } from './use-setting.ts'

export type TextKey = keyof typeof settingsCopy.fields & SettingKey

/** A setting of one text box: a text, or a whole number where `isAmount`, null while it is empty. */
export function TextSetting({
  name,
  isAmount = false,
  ...input
}: {
  name: TextKey
  isAmount?: boolean
  isLong?: boolean
  inputMode?: 'numeric' | 'tel' | 'email' | 'url'
}) {
  const { record, state, refusals, save, undo } = useSetting(name) as unknown as Saved<string | number | null>
  const words: { label: string; hint?: string } = settingsCopy.fields[name]
  const text = (value: string | number | null) => (value === null ? '' : String(value))
  const said = (value: string | number | null) => shorten(text(value)) || settingsCopy.empty
  return (
    <div className={`${styles.setting} ${styles.marked}`}>
      <SaveStateMark state={state} />
      <Field
        label={<span className={styles.head}>{words.label}</span>}
        error={refusalAt(refusals, name)}
        hint={record.lockedBy ? settingsCopy.locked(record.lockedBy) : words.hint}
      >
        <BlurInput
          {...input}
          value={text(record.value)}
          readOnly={record.lockedBy !== null}
          onSave={(typed, was) => save(() => (isAmount ? amountOf(typed) : typed), { field: name, of: text, was })}
        />
      </Field>
      <ChangeNote
        state={state}
        still={said(record.value)}
        change={record.lastChange}
        was={settingsCopy.was(said(record.lastChange?.before ?? null))}
        onUndo={undo}
      />
    </div>
  )
}

/** A whole number; what is none is sent as it was typed, and the shop says what is wrong. */
export function amountOf(typed: string): number | null {
  const amount = typedNumber(typed)
  if (amount === null || (Number.isInteger(amount) && amount >= 0)) return amount
  return typed as unknown as number
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 57).trimEnd()}...` : text)
