import { CopyText } from './copy-text.tsx'
import styles from './secret-text.module.css'

/** A secret to be copied into another program; `copyLabel` names the button. */
export function SecretText({ text, copyLabel }: { text: string; copyLabel: string }) {
  return (
    <div className={styles.secret}>
      <code>{text}</code>
      <CopyText text={text} label={copyLabel} />
    </div>
  )
}
