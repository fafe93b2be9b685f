import { hoursLines } from '@marashi/domain/rules/opening-hours'
import type { DayHours } from '@marashi/domain/rules/settings/hours'
import { Field, Select } from '@marashi/ui/field'
import { settingsCopy } from '../../copy/settings.ts'
import { BlurInput } from './blur-input.tsx'
import { ChangeNote, refusalAt } from './change-note.tsx'
import { SaveStateMark } from './save-state.tsx'
import styles from './settings-page.module.css'
import { useSetting } from './use-setting.ts'

type Day = keyof typeof settingsCopy.days

/** When the shop is open on one kind of day. */
export function HoursSetting({ day }: { day: Day }) {
  const { record, state, refusals, save, undo } = useSetting(`hours.${day}`)
  const { value, lastChange } = record
  const label = settingsCopy.days[day]
  const time = (name: 'opens' | 'closes') => {
    const of = (hours: DayHours) => (hours.kind === 'open' ? hours[name].replace(/^0/, '') : null)
    return (
      <Field
        label={<span className={styles.unseen}>{settingsCopy[name](label)}</span>}
        error={refusalAt(refusals, name)}
      >
        <BlurInput
          maxLength={5}
          value={of(value) ?? ''}
          onSave={(typed, was) =>
            save((hours) => ({ ...openHours(hours), [name]: typed.padStart(5, '0') }), { field: name, of, was })
          }
        />
      </Field>
    )
  }
  return (
    <div className={styles.setting}>
      <div className={styles.head}>
        <span>{label}</span>
        <SaveStateMark state={state} />
      </div>
      <div className={styles.hours}>
        <Field label={<span className={styles.unseen}>{label}</span>}>
          <Select
            value={value.kind}
            onChange={({ target }) => {
              // Read now: by the turn of this save React has put the stored kind back into the list.
              const kind = target.value as DayHours['kind']
              void save((hours) => (kind === 'open' ? openHours(hours) : { kind }))
            }}
          >
            {Object.entries(settingsCopy.dayKinds).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        {value.kind === 'open' && time('opens')}
        {value.kind === 'open' && time('closes')}
      </div>
      <ChangeNote
        state={state}
        still={said(value)}
        change={lastChange}
        was={settingsCopy.was(lastChange ? said(lastChange.before) : '')}
        onUndo={undo}
      />
    </div>
  )
}

const openHours = (hours: DayHours) =>
  hours.kind === 'open' ? hours : ({ kind: 'open', opens: '09:00', closes: '19:00' } as const)

/** "9:00-19:00", "closed". */
function said(day: DayHours): string {
  const [line = ''] = hoursLines({ weekdays: day, saturday: day, sunday: day })
  return line.replace('Every day ', '')
}
