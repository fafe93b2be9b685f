import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import styles from './demo-note.module.css'

export type DemoNoteProps = { mpesa: PaymentMethods['mpesa'] | undefined }

/** Shows that this is a demo, with a link to the simulated phone; nothing where M-Pesa is real. */
export function DemoNote({ mpesa }: DemoNoteProps) {
  if (!mpesa?.isDemo) return null
  return (
    <p className={styles.note}>
      <strong>{mpesaCopy.demo}</strong>
      {mpesa.demoPhoneUrl && (
        <a href={mpesa.demoPhoneUrl} target="_blank" rel="noopener">
          {mpesaCopy.openDemoPhone}
        </a>
      )}
    </p>
  )
}
