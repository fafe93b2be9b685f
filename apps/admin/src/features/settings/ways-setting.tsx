import { type WayToPay, waysToPay } from '@marashi/domain/rules/settings/payments'
import { useState } from 'react'
import { settingsCopy } from '../../copy/settings.ts'
import { ChangeNote } from './change-note.tsx'
import { SaveStateMark } from './save-state.tsx'
import styles from './settings-page.module.css'
import { SwitchRow } from './switch-row.tsx'
import { useSetting } from './use-setting.ts'

const copy = settingsCopy.ways

/** The ways to pay, each on or off. */
export function WaysSetting() {
  const { record, state, save, undo } = useSetting('payments.switchedOff')
  const [touched, setTouched] = useState<WayToPay | null>(null)
  const { value: off, lastChange } = record

  function switchTo(way: WayToPay, isOn: boolean) {
    setTouched(way)
    return save((list) => {
      const others = list.filter((each) => each !== way)
      return isOn ? others : [...others, way]
    })
  }

  return (
    <div className={styles.setting}>
      {waysToPay.map((way) => (
        <SwitchRow
          key={way}
          label={copy.names[way]}
          hint={copy.hints[way]}
          isOn={!off.includes(way)}
          onSwitch={(isOn) => switchTo(way, isOn)}
        >
          {touched === way && <SaveStateMark state={state} />}
        </SwitchRow>
      ))}
      <ChangeNote
        state={state}
        still={said(off)}
        change={lastChange}
        was={settingsCopy.was(said(lastChange?.before ?? []))}
        onUndo={() => {
          setTouched(null)
          undo()
        }}
      />
    </div>
  )
}

const said = (off: readonly WayToPay[]) =>
  waysToPay
    .filter((way) => !off.includes(way))
    .map((way) => copy.names[way])
    .join(', ')
