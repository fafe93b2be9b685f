import { settingsCopy } from '../../copy/settings.ts'
import { ChangeNote } from './change-note.tsx'
import { SaveStateMark } from './save-state.tsx'
import styles from './settings-page.module.css'
import { SwitchRow } from './switch-row.tsx'
import { useSetting } from './use-setting.ts'

/** A setting that is on or off. */
export function SwitchSetting({ name }: { name: keyof typeof settingsCopy.switches }) {
  const { record, state, save, undo } = useSetting(name)
  const { label, hint } = settingsCopy.switches[name]
  const said = (isOn: boolean) => (isOn ? settingsCopy.on : settingsCopy.off)
  return (
    <div className={styles.setting}>
      <SwitchRow
        label={label}
        hint={record.lockedBy ? settingsCopy.locked(record.lockedBy) : hint}
        isOn={record.value}
        isLocked={record.lockedBy !== null}
        onSwitch={(isOn) => save(() => isOn)}
      >
        <SaveStateMark state={state} />
      </SwitchRow>
      <ChangeNote
        state={state}
        still={`${label}: ${said(record.value)}`}
        change={record.lastChange}
        was={settingsCopy.was(said(record.lastChange?.before ?? false))}
        onUndo={undo}
      />
    </div>
  )
}
