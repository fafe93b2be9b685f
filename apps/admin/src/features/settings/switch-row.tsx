import { type ReactNode, useState } from 'react'
import styles from './settings-page.module.css'

/** A thing that is on or off, with what it means below its name. It shows what was pressed at once, and what is stored after a refusal. */
export function SwitchRow({
  label,
  hint,
  isOn,
  isLocked = false,
  onSwitch,
  children,
}: {
  label: string
  hint?: string | undefined
  isOn: boolean
  isLocked?: boolean
  /** Ends when it is stored or refused. */
  onSwitch: (isOn: boolean) => Promise<unknown>
  /** How the last change went. */
  children?: ReactNode
}) {
  const [pressed, setPressed] = useState<boolean | null>(null)
  async function press(isOn: boolean) {
    setPressed(isOn)
    await onSwitch(isOn)
    setPressed((latest) => (latest === isOn ? null : latest))
  }
  return (
    <label className={styles.switchRow}>
      <span className={styles.switchWords}>
        <span className={styles.head}>
          {label}
          {children}
        </span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      <span className={styles.switch}>
        <input
          type="checkbox"
          aria-label={label}
          checked={pressed ?? isOn}
          disabled={isLocked}
          onChange={({ target }) => void press(target.checked)}
        />
      </span>
    </label>
  )
}
